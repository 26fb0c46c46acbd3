import { LimitStep } from '../features/credit/limit-step.tsx';
import { KycVerification } from '../features/kyc/kyc-verification.tsx';

/** The KYC ends with the credit limit, which is another feature's. */
export function Component() {
  return <KycVerification limit={<LimitStep />} />;
}
