import type { Budgets } from './budgets.ts';

/** Milliseconds: connect, and the whole call. */
export interface CallTimeouts {
  connectMs: number;
  totalMs: number;
}

export const TIMEOUT_CLASSES = ['read', 'moneyWrite', 'slow', 'sms', 'ifsc'] as const;
export type TimeoutClass = (typeof TIMEOUT_CLASSES)[number];
export type Timeouts = Record<TimeoutClass, CallTimeouts>;

export interface SetuBillPayConfig {
  url: string;
  clientId: string;
  secret: string;
  partnerId: number;
  /** The agent's address and MAC, which the network wants on every fetch. */
  agent: { id: string; ip: string; mac: string };
  /** Stands in the callback path; the only proof its webhooks carry. */
  callbackToken: string;
  /** The way the lender's float pays: the network's mode and the account it comes from. */
  payment: { mode: string; accountInfo: string };
}

export interface SetuDataConfig {
  url: string;
  clientId: string;
  clientSecret: string;
  productInstanceIds: { pan: string; nameMatch: string; digilocker: string; bankAccount: string };
  /** Stands in the callback path; none of the proofs on offer covers the body. */
  callbackToken: string;
}

export interface CashfreeVrsConfig {
  url: string;
  clientId: string;
  /** Signs their webhooks too. */
  clientSecret: string;
  /** A date, such as `2024-12-01`. */
  apiVersion: string;
  /** Names of the page the person sees and of the agent's, as set up there. */
  userTemplate: string;
  agentTemplate: string;
}

export interface DecentroConfig {
  url: string;
  clientId: string;
  clientSecret: string;
  moduleSecret: string;
  inquiryPurpose: string;
}

export interface RazorpayConfig {
  url: string;
  checkoutJsUrl: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  previousWebhookSecret?: string;
  /** The installation's own contact: a debit must name one, and a person may have no e-mail address. */
  payer: { email: string; contact: string };
}

export interface Msg91Config {
  url: string;
  authKey: string;
  /** Our template name → the provider's id. A name without an entry is not sent. Without any of them, names go as they are: the sandbox. */
  templateIds?: Record<string, string>;
  callbackToken: string;
}

export interface SmtpConfig {
  /** `smtps://user:password@host:port`, or `smtp://` on loopback. */
  url: string;
  from: string;
  /** The token in the address for returned mail; without one none is taken in. */
  callbackToken?: string;
}

export interface IfscConfig {
  url: string;
}

export interface ReviewDeskConfig {
  url: string;
  key: string;
  webhookSecret: string;
}

export interface ProvidersConfig {
  setuBillPay: SetuBillPayConfig;
  setuData: SetuDataConfig;
  /** Absent: the video step is done without a provider. */
  cashfreeVrs?: CashfreeVrsConfig;
  decentro: DecentroConfig;
  razorpay: RazorpayConfig;
  msg91: Msg91Config;
  smtp: SmtpConfig;
  ifsc: IfscConfig;
  /** Absent: only staff decide about reviews. */
  reviewDesk?: ReviewDeskConfig;
  /** Budgets of providers for a day; one that is not named has no bound. */
  budgets?: Budgets;
  /** Overrides of the time-outs, per class. */
  timeouts?: Partial<Record<TimeoutClass, Partial<CallTimeouts>>>;
  /** Full-jitter back-off of automatic repeats. */
  backoff?: { baseMs: number; capMs: number };
  /** Failures in a row that open a circuit, and how long it stays open. */
  breaker?: { failures: number; halfOpenAfterMs: number };
  /** Calls to one provider under way at once; beyond it they queue. */
  bulkhead?: { concurrent: number; queued: number };
}
