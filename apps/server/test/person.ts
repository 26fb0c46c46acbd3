import { randomUUID } from 'node:crypto';
import type { BankAccount, Card, Payment, Quote, Repayment, StartedRepayment } from '@mohlat/contract';
import { isAadhaarNumber, isLuhnValid } from '@mohlat/money';
import { GoTrueClient } from '@supabase/auth-js';
import type { TestServer } from './harness.ts';
import { until } from './waiting.ts';

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly otp: string | null;
  readonly links: readonly string[];
}

let counter = 0;

/** A person who uses the product through its public interfaces only. */
export class Person {
  readonly server: TestServer;
  readonly email: string;
  readonly pan: string;
  /** Another one for each person: two accounts cannot prove one document. */
  readonly aadhaar: string;
  token = '';
  refreshToken = '';

  constructor(server: TestServer, pan?: string) {
    counter += 1;
    this.server = server;
    this.aadhaar = aadhaarOf(counter);
    this.email = `person${counter}-${randomUUID().slice(0, 8)}@example.in`;
    // One PAN a person: the letter varies, the digits are the bureau's score.
    this.pan = pan ?? `SBXP${String.fromCharCode(65 + (counter % 26))}0782A`;
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const response = await fetch(`${this.server.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text ? JSON.parse(text) : text) as T,
    };
  }

  /** Calls and insists on success. */
  async ok<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const reply = await this.call<T>(method, path, body, headers);
    if (reply.status >= 300) {
      const said = this.server
        .logText()
        .split('\n')
        .filter((line) => line.includes('"level":50'))
        .join('\n');
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}\n${said}`);
    }
    return reply.body;
  }

  /** `about` is what a sign-up says of itself, such as who sent it; `device` is the name of its browser. */
  async signUp(about: object = {}, device?: string): Promise<this> {
    const client = this.authClient(device === undefined ? {} : { 'X-Device-Name': device });
    const credentials = { email: this.email, password: 'a quiet river stone' };
    const { error } = await client.signUp({ ...credentials, options: { data: about } });
    if (error) throw error;
    const mail = await until(async () => (await this.inbox()).find((one) => one.otp));
    const { data, error: refused } = await client.verifyOtp({
      email: this.email,
      token: mail.otp!,
      type: 'email',
    });
    if (refused) throw refused;
    return this.keep(data.session!);
  }

  /** A new access token. */
  async renew(): Promise<this> {
    const { data, error } = await this.authClient().refreshSession({ refresh_token: this.refreshToken });
    if (error) throw error;
    return this.keep(data.session!);
  }

  private keep(session: { readonly access_token: string; readonly refresh_token: string }): this {
    this.token = session.access_token;
    this.refreshToken = session.refresh_token;
    return this;
  }

  authClient(headers: Readonly<Record<string, string>> = {}): GoTrueClient {
    const kept = new Map<string, string>();
    return new GoTrueClient({
      url: `${this.server.url}/auth/v1`,
      headers,
      autoRefreshToken: false,
      persistSession: true,
      storage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
    });
  }

  inbox(): Promise<Mail[]> {
    return this.server.control('GET', `/outbox?to=${encodeURIComponent(this.email)}`);
  }

  async onboard(): Promise<this> {
    await this.ok('PUT', '/me/onboarding', {
      fullName: 'Asha Rao',
      pan: this.pan,
      dateOfBirth: '1990-01-01',
      address: '12 Lake Road, Pune 411001',
      monthlyIncomePaise: 8_500_000,
    });
    return this;
  }

  async passKyc(): Promise<this> {
    await this.ok('POST', '/kyc/pan', { pan: this.pan });
    await this.shareAadhaar();
    return this;
  }

  /** Shares the document of this person's Aadhaar, or one that differs from it in `more`. */
  async shareAadhaar<T>(what = 'approve_consent', more: object = {}): Promise<T> {
    const { aadhaar } = this;
    const { sessionId } = await this.ok<{ sessionId: string }>('POST', '/kyc/aadhaar', { aadhaar });
    const state = await this.consent(sessionId, what, more);
    return this.ok('POST', `/kyc/aadhaar/${sessionId}/complete`, { state });
  }

  /**
   * Chooses at DigiLocker for a session: by itself to share the document of this person's Aadhaar. Answers the state that the browser
   * brings back.
   */
  async consent(sessionId: string, what = 'approve_consent', more: object = {}): Promise<string> {
    const document = { aadhaarLast4: this.aadhaar.slice(-4), digilockerId: `of ${this.aadhaar}` };
    const act = { what, sessionId, ...document, ...more };
    const { redirectUrl } = await this.server.control<{ redirectUrl: string }>('POST', '/act', act);
    return new URL(redirectUrl).searchParams.get('state')!;
  }

  async getLimit(): Promise<this> {
    await this.ok('POST', '/credit/assessment', { consent: true });
    return this;
  }

  /** Everything up to a limit of ₹25,000. */
  async ready(): Promise<this> {
    await this.signUp();
    await this.onboard();
    await this.passKyc();
    return this.getLimit();
  }

  addCard(last4 = '4021', bankName = 'HDFC Bank', expiry = '12/39'): Promise<Card> {
    return this.ok('POST', '/cards', {
      cardNumber: cardEnding(last4),
      nameOnCard: 'ASHA RAO',
      expiry,
      bankName,
    });
  }

  /** Links a bank account and waits until its owner is proven. */
  async linkAccount(accountNumber = '50100123454021'): Promise<BankAccount> {
    const { id } = await this.ok<BankAccount>('POST', '/bank-accounts', {
      accountName: 'Asha Rao',
      accountNumber,
      confirmAccountNumber: accountNumber,
      ifsc: 'ABCD0123456',
      acceptTerms: true,
    });
    return until(async () => {
      const { items } = await this.ok<{ items: BankAccount[] }>('GET', '/bank-accounts');
      return items.find((one) => one.id === id && one.verification.status === 'verified');
    });
  }

  quote(cardId: string, amountPaise: number, instalments = 1): Promise<Quote> {
    const plan = instalments === 1 ? { kind: 'single' } : { kind: 'emi', instalments };
    return this.ok('POST', '/payments/quote', { cardId, amountPaise, plan });
  }

  accept(quoteId: string, key: string = randomUUID()): Promise<Reply<Payment>> {
    return this.call('POST', '/payments', { quoteId, acceptKeyFacts: true }, { 'idempotency-key': key });
  }

  async pay(cardId: string, amountPaise: number, instalments = 1): Promise<Payment> {
    const quote = await this.quote(cardId, amountPaise, instalments);
    const reply = await this.accept(quote.quoteId);
    if (reply.status !== 202) throw new Error(`not accepted: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  payment(id: string): Promise<Payment> {
    return this.ok('GET', `/payments/${id}`);
  }

  /** Waits until the bill's status is one of the given ones. */
  untilBill(id: string, ...statuses: Payment['billStatus'][]): Promise<Payment> {
    return until(async () => {
      const payment = await this.payment(id);
      return statuses.includes(payment.billStatus) ? payment : undefined;
    });
  }

  async repay(paymentId: string, amountPaise: number, using = 'success@razorpay'): Promise<Repayment> {
    const started = await this.ok<StartedRepayment>(
      'POST',
      `/payments/${paymentId}/repayments`,
      { amountPaise },
      { 'idempotency-key': randomUUID() },
    );
    const act = await this.server.control<{ paymentId: string; signature: string }>('POST', '/act', {
      what: 'pay_order',
      orderId: started.checkout!.orderId,
      with: using,
    });
    return this.ok('POST', `/repayments/${started.id}/confirm`, {
      paymentId: act.paymentId,
      signature: act.signature,
    });
  }
}

/** A valid Aadhaar number; of ten thousand numbers in a row no two end alike. */
function aadhaarOf(number: number): string {
  const stem = `9999410${String(number % 10_000).padStart(4, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).find(isAadhaarNumber)!;
}

/** A valid 16-digit Visa number with the given ending. */
export function cardEnding(last4: string): string {
  for (let filler = 0; filler < 100; filler += 1) {
    const number = `4111${String(filler).padStart(8, '0')}${last4}`;
    if (isLuhnValid(number)) return number;
  }
  throw new Error('no such number');
}

export { until } from './waiting.ts';
