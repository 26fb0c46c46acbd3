import { PartOnItsWay } from '../../lib/faces.tsx';
import { Part } from '../../lib/parts.tsx';
import { KycVerification } from './kyc-verification.tsx';

/** The KYC ends with the credit limit, which is another feature's. */
export function Component() {
  return (
    <KycVerification limit={<Part at="kyc.limit" given={{}} fallback={<PartOnItsWay height="hero" />} />} />
  );
}
