import { createHttpClient } from '#platform/outbound/http-client.ts';
import type { CallRecord, TimeLimit } from '#platform/outbound/http-client.ts';
import type { OnCircuit } from '#platform/outbound/resilience.ts';
import type { Now } from './call-context.ts';
import { createCashfree } from './cashfree/adapter.ts';
import type { VideoKycPort } from './cashfree/port.ts';
import type { ProvidersConfig } from './config.ts';
import { createDecentro } from './decentro/adapter.ts';
import type { CreditBureauPort } from './decentro/port.ts';
import { createIfsc } from './ifsc/adapter.ts';
import type { IfscPort } from './ifsc/port.ts';
import { createMsg91 } from './msg91/adapter.ts';
import type { SmsPort } from './msg91/port.ts';
import { present } from './present.ts';
import { createRazorpay } from './razorpay/adapter.ts';
import { createRazorpayMandates } from './razorpay/mandate-adapter.ts';
import type { MandatePort } from './razorpay/mandate-port.ts';
import type { CollectionPort } from './razorpay/port.ts';
import { createReviewDesk } from './review-desk/adapter.ts';
import type { ReviewDeskPort } from './review-desk/port.ts';
import { createSetuBillPay } from './setu-billpay/adapter.ts';
import type { BillPaymentPort } from './setu-billpay/port.ts';
import { createSetuBankAccount } from './setu-data/bank-account.ts';
import { createSetuDigilocker } from './setu-data/digilocker.ts';
import { createSetuNameMatch } from './setu-data/name-match.ts';
import { createSetuPan } from './setu-data/pan.ts';
import type { AadhaarPort, BankAccountPort, NameMatchPort, PanPort } from './setu-data/port.ts';
import { createSmtp } from './smtp/adapter.ts';
import type { EmailPort } from './smtp/port.ts';
import { createTransport, resolveTimeouts } from './transport.ts';

export type { CallRecord } from '#platform/outbound/http-client.ts';
export { budgetsFromEnv } from './budgets.ts';
export * from './call-context.ts';
export type { ProvidersConfig } from './config.ts';
export { providersConfigFromEnv, sandboxProvidersConfig, timeoutsFromEnv } from './config.ts';
export * from './cashfree/port.ts';
export * from './decentro/port.ts';
export * from './errors.ts';
export * from './ifsc/port.ts';
export * from './msg91/port.ts';
export { isRegistered } from './msg91/registered.ts';
export { checkoutSources } from './razorpay/checkout-sources.ts';
export * from './razorpay/mandate-port.ts';
export * from './razorpay/port.ts';
export * from './review-desk/port.ts';
export { convenienceFee } from './setu-billpay/convenience-fee.ts';
export * from './setu-billpay/port.ts';
export * from './setu-data/port.ts';
export * from './smtp/port.ts';

/** The outside world, by capability. */
export interface Providers {
  /** Fetches and pays a card bill. */
  billPayment: BillPaymentPort;
  pan: PanPort;
  nameMatch: NameMatchPort;
  aadhaar: AadhaarPort;
  /** Says whose a bank account is. */
  bankAccount: BankAccountPort;
  /** Undefined where the video step is done without a provider. */
  videoKyc: VideoKycPort | undefined;
  /** The score of a person and a summary of their report. */
  creditBureau: CreditBureauPort;
  /** Orders, payments, refunds, settlements. */
  collection: CollectionPort;
  mandates: MandatePort;
  sms: SmsPort;
  email: EmailPort;
  /** The bank and branch of an IFSC. */
  ifsc: IfscPort;
  /** Undefined where only staff decide about reviews. */
  reviewDesk: ReviewDeskPort | undefined;
  /** Closes every kept-alive connection. */
  close(): Promise<void>;
}

export interface ProviderDeps {
  now: Now;
  /** One record per HTTP exchange or mail, already without personal data and secrets. */
  onCall?: (record: CallRecord) => void;
  /** Asked before each exchange; false: its price is not to be had, and nothing is sent. */
  mayBuy?: (provider: string, op: string) => Promise<boolean>;
  /** A circuit's name is `provider:op`. */
  onCircuit?: OnCircuit;
  /** The clock that limits each call; the machine's own unless given. */
  timeLimit?: TimeLimit;
}

/** Builds every adapter over one transport. Nothing is called until a port is used. */
export function createProviders(config: ProvidersConfig, deps: ProviderDeps): Providers {
  const onCall = deps.onCall ?? (() => {});
  const timeouts = resolveTimeouts(config.timeouts);
  const http = createHttpClient(deps.timeLimit);
  const transport = createTransport({
    http,
    timeouts,
    backoff: config.backoff ?? { baseMs: 1_000, capMs: 60_000 },
    breaker: config.breaker ?? { failures: 8, halfOpenAfterMs: 10_000 },
    bulkhead: config.bulkhead ?? { concurrent: 64, queued: 1_000 },
    onCall,
    ...present({ onCircuit: deps.onCircuit, mayBuy: deps.mayBuy }),
  });
  const shared = { transport, now: deps.now };
  const email = createSmtp(config.smtp, { timeouts: timeouts.read, onCall });
  return {
    billPayment: createSetuBillPay(config.setuBillPay, shared),
    pan: createSetuPan(config.setuData, shared),
    nameMatch: createSetuNameMatch(config.setuData, shared),
    aadhaar: createSetuDigilocker(config.setuData, shared),
    bankAccount: createSetuBankAccount(config.setuData, shared),
    videoKyc: config.cashfreeVrs && createCashfree(config.cashfreeVrs, shared),
    creditBureau: createDecentro(config.decentro, shared),
    collection: createRazorpay(config.razorpay, shared),
    mandates: createRazorpayMandates(config.razorpay, shared),
    sms: createMsg91(config.msg91, shared),
    email,
    ifsc: createIfsc(config.ifsc, shared),
    reviewDesk: config.reviewDesk && createReviewDesk(config.reviewDesk, shared),
    async close() {
      email.close();
      await http.close();
    },
  };
}
