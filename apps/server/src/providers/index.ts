import type { CallRecord } from '#platform/outbound/http-client.ts';
import type { Now } from './call-context.ts';
import type { CreditBureauPort } from './decentro/port.ts';
import type { IfscPort } from './ifsc/port.ts';
import type { SmsPort } from './msg91/port.ts';
import type { CollectionPort } from './razorpay/port.ts';
import type { BillPaymentPort } from './setu-billpay/port.ts';
import type { AadhaarPort, NameMatchPort, PanPort } from './setu-data/port.ts';
import type { EmailPort } from './smtp/port.ts';

export * from './call-context.ts';
export type { ProvidersConfig, TimeoutClass, Timeouts } from './config.ts';
export { providersConfigFromEnv, sandboxProvidersConfig } from './config-env.ts';
export * from './decentro/port.ts';
export * from './errors.ts';
export * from './ifsc/port.ts';
export * from './msg91/port.ts';
export * from './razorpay/port.ts';
export * from './setu-billpay/port.ts';
export * from './setu-data/port.ts';
export * from './smtp/port.ts';

/** The outside world, by capability. */
export interface Providers {
  billPayment: BillPaymentPort;
  pan: PanPort;
  nameMatch: NameMatchPort;
  aadhaar: AadhaarPort;
  creditBureau: CreditBureauPort;
  collection: CollectionPort;
  sms: SmsPort;
  email: EmailPort;
  ifsc: IfscPort;
  /** Closes every kept-alive connection. */
  close(): Promise<void>;
}

export interface ProviderDeps {
  now: Now;
  /** One record per HTTP exchange or mail, already without personal data and secrets. */
  onCall?: (record: CallRecord) => void;
}
