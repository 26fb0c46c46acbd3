import { readSecret } from '@mohlat/platform/config/secrets.ts';
import type { Budgets } from './budgets.ts';
import { isRegistered } from './msg91/registered.ts';

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
  cashfreeVrs?: CashfreeVrsConfig | undefined;
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

type Env = Record<string, string | undefined>;

/** The development credentials of the sandbox: they open nothing but a program on this machine. */
export function sandboxProvidersConfig(sandboxUrl: string, smtpPort: number): ProvidersConfig {
  const base = sandboxUrl.replace(/\/+$/, '');
  return {
    setuBillPay: {
      url: `${base}/setu-billpay`,
      clientId: 'sandbox-billpay',
      secret: 'sandbox-billpay-secret',
      partnerId: 4211,
      agent: { id: 'MO01MO02INTU00000001', ip: '127.0.0.1', mac: '00-00-5E-00-53-01' },
      callbackToken: 'sandbox-callback-token',
      payment: { mode: 'Internet Banking', accountInfo: 'SBXX0000001|50200000000001' },
    },
    setuData: {
      url: `${base}/setu-data`,
      clientId: 'sandbox-data',
      clientSecret: 'sandbox-data-secret',
      productInstanceIds: {
        pan: 'sandbox-pan',
        nameMatch: 'sandbox-name-match',
        digilocker: 'sandbox-digilocker',
        bankAccount: 'sandbox-bav',
      },
      callbackToken: 'sandbox-callback-token',
    },
    cashfreeVrs: {
      url: `${base}/cashfree`,
      clientId: 'sandbox-cashfree',
      clientSecret: 'sandbox-cashfree-secret',
      apiVersion: '2024-12-01',
      userTemplate: 'sandbox-user',
      agentTemplate: 'sandbox-agent',
    },
    decentro: {
      url: `${base}/decentro`,
      clientId: 'sandbox-decentro',
      clientSecret: 'sandbox-decentro-secret',
      moduleSecret: 'sandbox-bureau',
      inquiryPurpose: 'PL',
    },
    razorpay: {
      url: `${base}/razorpay`,
      checkoutJsUrl: `${base}/razorpay/v1/checkout.js`,
      keyId: 'rzp_test_sandbox',
      keySecret: 'sandbox-razorpay-secret',
      webhookSecret: 'sandbox-razorpay-webhook-secret',
      previousWebhookSecret: 'sandbox-razorpay-webhook-old',
      payer: { email: 'autopay@mohlat.example', contact: '+911800000000' },
    },
    msg91: {
      url: `${base}/msg91`,
      authKey: 'sandbox-msg91',
      callbackToken: 'sandbox-callback-token',
    },
    smtp: {
      url: `smtp://127.0.0.1:${smtpPort}`,
      from: 'Mohlat <no-reply@mohlat.example>',
      callbackToken: 'sandbox-callback-token',
    },
    ifsc: { url: `${base}/ifsc` },
    reviewDesk: {
      url: `${base}/review-desk`,
      key: 'sandbox-review-desk',
      webhookSecret: 'sandbox-review-desk-webhook-secret',
    },
    backoff: { baseMs: 100, capMs: 2_000 },
    breaker: { failures: 20, halfOpenAfterMs: 2_000 },
  };
}

/**
 * `PROVIDER_TIMEOUT_MS`: the longest any provider call may take, for all classes of call; the classes' own time-outs
 * stand when it is absent. Undefined: it is there and unusable. A money call must end before its payment is first
 * looked for, so the longest is 40 seconds.
 */
export function timeoutsFromEnv(env: Env): NonNullable<ProvidersConfig['timeouts']> | undefined {
  const text = env['PROVIDER_TIMEOUT_MS']?.trim();
  if (!text) return {};
  const totalMs = Number(text);
  if (!Number.isInteger(totalMs) || totalMs < 100 || totalMs > 40_000) return undefined;
  return Object.fromEntries(TIMEOUT_CLASSES.map((name) => [name, { totalMs }]));
}

/**
 * Reads the live configuration. Every required variable that is absent or unusable is named, all at once, so
 * that a start fails with one complete line. Each may stand in a file that `<NAME>_FILE` names. `smsTemplates` are the texts by SMS
 * that a log-in needs: each must have a registered id.
 */
export function providersConfigFromEnv(
  env: Env,
  smsTemplates: readonly string[],
): { config: ProvidersConfig } | { missing: string[] } {
  const missing: string[] = [];
  const need = (name: string): string => {
    const value = readSecret(env, name)?.trim();
    if (value === undefined || value === '') missing.push(name);
    return value ?? '';
  };
  const url = (name: string, fallback?: string): string => {
    const value = env[name]?.trim() || (fallback ?? need(name));
    if (value !== '' && !isSafeUrl(value)) missing.push(`${name} (must be https, or http on loopback)`);
    return value.replace(/\/+$/, '');
  };
  const previousWebhookSecret = readSecret(env, 'RAZORPAY_PREVIOUS_WEBHOOK_SECRET')?.trim();
  const smtpCallbackToken = readSecret(env, 'SMTP_CALLBACK_TOKEN')?.trim();
  const config: ProvidersConfig = {
    setuBillPay: readSetuBillPay(need, url, env, missing),
    setuData: {
      url: url('SETU_DATA_URL'),
      clientId: need('SETU_DATA_CLIENT_ID'),
      clientSecret: need('SETU_DATA_CLIENT_SECRET'),
      productInstanceIds: {
        pan: need('SETU_DATA_PAN_PRODUCT_INSTANCE_ID'),
        nameMatch: need('SETU_DATA_NAME_MATCH_PRODUCT_INSTANCE_ID'),
        digilocker: need('SETU_DATA_DIGILOCKER_PRODUCT_INSTANCE_ID'),
        bankAccount: need('SETU_DATA_BAV_PRODUCT_INSTANCE_ID'),
      },
      callbackToken: need('SETU_DATA_CALLBACK_TOKEN'),
    },
    ...readCashfreeVrs(need, url, env),
    decentro: {
      url: url('DECENTRO_URL'),
      clientId: need('DECENTRO_CLIENT_ID'),
      clientSecret: need('DECENTRO_CLIENT_SECRET'),
      moduleSecret: need('DECENTRO_MODULE_SECRET'),
      inquiryPurpose: env['DECENTRO_INQUIRY_PURPOSE']?.trim() || 'PL',
    },
    razorpay: {
      url: url('RAZORPAY_API_URL'),
      checkoutJsUrl: url('RAZORPAY_CHECKOUT_JS_URL', 'https://checkout.razorpay.com/v1/checkout.js'),
      keyId: need('RAZORPAY_KEY_ID'),
      keySecret: need('RAZORPAY_KEY_SECRET'),
      webhookSecret: need('RAZORPAY_WEBHOOK_SECRET'),
      ...(previousWebhookSecret ? { previousWebhookSecret } : {}),
      payer: readPayer(need, env, missing),
    },
    msg91: {
      url: url('MSG91_URL'),
      authKey: need('MSG91_AUTHKEY'),
      templateIds: readTemplateIds(need('MSG91_TEMPLATE_IDS'), smsTemplates, missing),
      callbackToken: need('MSG91_CALLBACK_TOKEN'),
    },
    smtp: {
      url: readSmtpUrl(need('SMTP_URL'), env, missing),
      from: need('SMTP_FROM'),
      ...(smtpCallbackToken ? { callbackToken: smtpCallbackToken } : {}),
    },
    ifsc: { url: url('IFSC_URL', 'https://ifsc.razorpay.com') },
    ...readReviewDesk(need, url, env),
  };
  return missing.length > 0 ? { missing } : { config };
}

/** The lender's support address and number stand in for a payer who has none. */
function readPayer(need: (name: string) => string, env: Env, missing: string[]): RazorpayConfig['payer'] {
  const email =
    env['RAZORPAY_PAYER_EMAIL']?.trim() || env['SUPPORT_EMAIL']?.trim() || need('GRIEVANCE_OFFICER_EMAIL');
  const contact = env['RAZORPAY_PAYER_CONTACT']?.trim() || need('GRIEVANCE_OFFICER_PHONE');
  const digits = contact.replaceAll(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '');
  if (contact !== '' && !/^\d{8,12}$/.test(digits))
    missing.push('RAZORPAY_PAYER_CONTACT (must be an Indian telephone number)');
  return { email, contact: `+91${digits}` };
}

/** An outside desk for reviews; without an address only staff decide. */
function readReviewDesk(
  need: (name: string) => string,
  url: (name: string) => string,
  env: Env,
): Pick<ProvidersConfig, 'reviewDesk'> {
  if (!env['REVIEW_DESK_URL']?.trim()) return {};
  const [key, webhookSecret] = [need('REVIEW_DESK_KEY'), need('REVIEW_DESK_WEBHOOK_SECRET')];
  return { reviewDesk: { url: url('REVIEW_DESK_URL'), key, webhookSecret } };
}

function readSetuBillPay(
  need: (name: string) => string,
  url: (name: string) => string,
  env: Env,
  missing: string[],
): ProvidersConfig['setuBillPay'] {
  const partner = need('SETU_BILLPAY_PARTNER_ID');
  if (partner !== '' && !/^\d{1,15}$/.test(partner))
    missing.push('SETU_BILLPAY_PARTNER_ID (must be an integer)');
  return {
    url: url('SETU_BILLPAY_URL'),
    clientId: need('SETU_BILLPAY_CLIENT_ID'),
    secret: need('SETU_BILLPAY_SECRET'),
    partnerId: Number(partner),
    agent: {
      id: need('SETU_BILLPAY_AGENT_ID'),
      ip: need('SETU_BILLPAY_AGENT_IP'),
      mac: need('SETU_BILLPAY_AGENT_MAC'),
    },
    callbackToken: need('SETU_BILLPAY_CALLBACK_TOKEN'),
    payment: {
      mode: env['SETU_BILLPAY_PAYMENT_MODE']?.trim() || 'Internet Banking',
      accountInfo: need('SETU_BILLPAY_ACCOUNT_INFO'),
    },
  };
}

const VIDEO_DESK = ['URL', 'CLIENT_ID', 'CLIENT_SECRET', 'USER_TEMPLATE', 'AGENT_TEMPLATE'];

/**
 * Required only where the video step is done at the provider. Elsewhere read where all of it is given: calls that were begun
 * before the step came home are still asked about there.
 */
function readCashfreeVrs(
  need: (name: string) => string,
  url: (name: string) => string,
  env: Env,
): Pick<ProvidersConfig, 'cashfreeVrs'> {
  const isWhole = VIDEO_DESK.every((name) => readSecret(env, `CASHFREE_VRS_${name}`)?.trim());
  if (env['KYC_VIDEO']?.trim() !== 'provider' && !isWhole) return {};
  return {
    cashfreeVrs: {
      url: url('CASHFREE_VRS_URL'),
      clientId: need('CASHFREE_VRS_CLIENT_ID'),
      clientSecret: need('CASHFREE_VRS_CLIENT_SECRET'),
      apiVersion: env['CASHFREE_VRS_API_VERSION']?.trim() || '2024-12-01',
      userTemplate: need('CASHFREE_VRS_USER_TEMPLATE'),
      agentTemplate: need('CASHFREE_VRS_AGENT_TEMPLATE'),
    },
  };
}

function readTemplateIds(
  json: string,
  smsTemplates: readonly string[],
  missing: string[],
): Record<string, string> {
  if (json === '') return {};
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      const given = Object.entries(parsed).filter(([, id]) => typeof id === 'string' && id.trim() !== '');
      const ids = Object.fromEntries(given) as Record<string, string>;
      const without = smsTemplates.filter((name) => !isRegistered(ids, name));
      if (without.length > 0) missing.push(`MSG91_TEMPLATE_IDS (no registered id of ${without.join(', ')})`);
      return ids;
    }
  } catch {
    // Reported below with the variable's name; the parser's words would add nothing.
  }
  missing.push('MSG91_TEMPLATE_IDS (must be a JSON object of name to id)');
  return {};
}

function readSmtpUrl(value: string, env: Env, missing: string[]): string {
  if (value === '') return value;
  if (!URL.canParse(value)) {
    missing.push('SMTP_URL (must be smtps://host:port)');
    return value;
  }
  const parsed = new URL(value);
  if (parsed.protocol !== 'smtps:' && !isLoopback(parsed.hostname)) {
    missing.push('SMTP_URL (must be smtps, or smtp on loopback)');
  }
  const user = env['SMTP_USER']?.trim();
  const password = readSecret(env, 'SMTP_PASSWORD');
  if (user) parsed.username = encodeURIComponent(user);
  if (password) parsed.password = encodeURIComponent(password);
  return parsed.href;
}

/** Plain HTTP is for this machine only. */
function isSafeUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const parsed = new URL(value);
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
