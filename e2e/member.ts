import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Card, Payment, Plan, Quote, Repayment, StartedRepayment } from '@mohlat/contract';
import { isAadhaarNumber, isLuhnValid } from '@mohlat/money';
import type { Outside } from './outside.ts';

export const PASSWORD = 'a quiet river stone';
/** The storage key under which the web keeps a session. */
const SESSION_KEY = 'mohlat-auth';

/** Details no other user has. */
export interface Identity {
  readonly email: string;
  /** Ten digits. */
  readonly mobile: string;
  readonly pan: string;
  /** Twelve digits, with a valid check digit. */
  readonly aadhaar: string;
  readonly dateOfBirth: string;
  readonly name: string;
}

/** Details by chance, out of so many that a run never meets the same ones twice. */
export function someone(name = 'Asha Rao'): Identity {
  const [b, c, d] = Array.from({ length: 3 }, () => String.fromCharCode(65 + randomInt(26)));
  const digits = String(randomInt(10_000)).padStart(4, '0');
  return {
    name,
    email: `asha-${randomBytes(10).toString('hex')}@example.in`,
    // The last digit keeps clear of the numbers an SMS never reaches (0001 to 0004).
    mobile: `9${String(randomInt(100_000_000)).padStart(8, '0')}5`,
    // The fourth letter says that it is a person's; the first keeps clear of the PANs whose digits are a bureau's verdict.
    pan: `A${b}${c}P${d}${digits}A`,
    // Two accounts cannot prove one document: its last four digits, its birth date and its name.
    aadhaar: aadhaarBy(randomInt(10_000)),
    dateOfBirth: `${1980 + randomInt(15)}-0${1 + randomInt(9)}-${10 + randomInt(19)}`,
  };
}

/** A valid Aadhaar number; no two of them end alike. */
function aadhaarBy(number: number): string {
  const stem = `9999410${String(number).padStart(4, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).find(isAadhaarNumber)!;
}

/** The stages of joining: an account, a profile, a proven identity, a limit of ₹25,000. */
export const STAGES = ['account', 'profile', 'identity', 'limit'] as const;
export type Stage = (typeof STAGES)[number];

interface Session {
  readonly access_token: string;
  readonly expires_at?: number;
}

/** A user who came here through the interfaces, quickly, so that a spec can begin at its own subject. */
export class Member {
  readonly origin: string;
  readonly outside: Outside;
  readonly identity: Identity;
  protected session: Session | undefined;

  constructor(origin: string, outside: Outside, identity: Identity, session?: Session) {
    this.origin = origin;
    this.outside = outside;
    this.identity = identity;
    this.session = session;
  }

  /** Goes up to a stage. */
  async reach(stage: Stage): Promise<this> {
    const steps = [this.signUp, this.onboard, this.proveIdentity, this.getLimit];
    for (const step of steps.slice(0, STAGES.indexOf(stage) + 1)) await step.call(this);
    return this;
  }

  private async signUp(): Promise<void> {
    const { email } = this.identity;
    await this.post('/auth/v1/signup', { email, password: PASSWORD });
    const mail = await this.outside.message(email, (sent) => sent.otp !== null);
    this.session = await this.post('/auth/v1/verify', { type: 'email', email, token: mail.otp });
  }

  private async onboard(): Promise<void> {
    await this.call('PUT', '/me/onboarding', {
      fullName: this.identity.name,
      pan: this.identity.pan,
      dateOfBirth: this.identity.dateOfBirth,
      address: '12 Lake Road, Pune 411001',
      monthlyIncomePaise: 8_500_000,
    });
  }

  private async proveIdentity(): Promise<void> {
    const { pan, aadhaar } = this.identity;
    await this.call('POST', '/kyc/pan', { pan });
    const { sessionId } = await this.call<{ sessionId: string }>('POST', '/kyc/aadhaar', { aadhaar });
    const state = await this.outside.approveConsent(sessionId, pan);
    await this.call('POST', `/kyc/aadhaar/${sessionId}/complete`, { state });
  }

  private async getLimit(): Promise<void> {
    await this.call('POST', '/credit/assessment', { consent: true });
  }

  /** Logs in again, in a browser whose clock will show `now`: a session goes by the machine's time, and the browser cannot tell. */
  async comeBack(page: Page, now: Date): Promise<void> {
    const session = await this.post<Session>('/auth/v1/token?grant_type=password', {
      email: this.identity.email,
      password: PASSWORD,
    });
    this.session = { ...session, expires_at: Math.floor(now.getTime() / 1000) + 3600 };
    await this.enter(page);
  }

  /** Puts the session into a browser, as a log-in would have. */
  async enter(page: Page): Promise<void> {
    await page.goto('/icon.svg');
    await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
      SESSION_KEY,
      JSON.stringify(this.session),
    ] as const);
  }

  addCard(last4: string, bankName = 'HDFC Bank', nameOnCard = 'ASHA RAO'): Promise<Card> {
    return this.call('POST', '/cards', {
      cardNumber: cardEnding(last4),
      nameOnCard,
      expiry: '12/39',
      bankName,
    });
  }

  /** A bill accepted, with a new card. */
  async start(last4: string, amountPaise: number, plan: Plan = { kind: 'single' }): Promise<Payment> {
    const { id: cardId } = await this.addCard(last4);
    const { quoteId } = await this.call<Quote>('POST', '/payments/quote', { cardId, amountPaise, plan });
    return this.call('POST', '/payments', { quoteId, acceptKeyFacts: true });
  }

  /** A bill followed until it is paid. */
  async pay(last4: string, amountPaise: number, plan?: Plan): Promise<Payment> {
    const { id } = await this.start(last4, amountPaise, plan);
    return this.until(id, 'paid');
  }

  async until(paymentId: string, billStatus: Payment['billStatus']): Promise<Payment> {
    await expect.poll(async () => (await this.payment(paymentId)).billStatus).toBe(billStatus);
    return this.payment(paymentId);
  }

  async repay(paymentId: string, amountPaise: number): Promise<Repayment> {
    const started = await this.call<StartedRepayment>('POST', `/payments/${paymentId}/repayments`, {
      amountPaise,
    });
    const { paymentId: proof, signature } = await this.outside.payOrder(started.checkout!.orderId);
    return this.call('POST', `/repayments/${started.id}/confirm`, { paymentId: proof, signature });
  }

  /** Hands in a recording for the video step, as the camera's page does. */
  async handInVideo(video: Buffer): Promise<void> {
    const { challengeId } = await this.call<{ challengeId: string }>('GET', '/kyc/video/challenge');
    const place = { latitude: '28.61', longitude: '77.21' };
    await this.upload('/kyc/video/recordings', { challengeId, ...place }, 'video', video, 'video/webm');
  }

  /** Hands in a picture of a salary slip. */
  async handInSlip(picture: Buffer): Promise<void> {
    const fields = { kind: 'salary_slip', monthlyIncomePaise: '8500000' };
    await this.upload('/credit/income-evidence', fields, 'file', picture, 'image/png');
  }

  private async upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    name: string,
    file: Buffer,
    type: string,
  ): Promise<void> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set(name, new Blob([new Uint8Array(file)], { type }), name);
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.session?.access_token ?? ''}` },
      body: form,
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  }

  payment(id: string): Promise<Payment> {
    return this.call('GET', `/payments/${id}`);
  }

  async payments(): Promise<readonly Payment[]> {
    return (await this.call<{ items: Payment[] }>('GET', '/payments')).items;
  }

  async repayments(paymentId: string): Promise<readonly Repayment[]> {
    return (await this.call<{ items: Repayment[] }>('GET', `/repayments?paymentId=${paymentId}`)).items;
  }

  /** Calls the product with this session and insists on success. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.send(method, `/api/v1${path}`, body, {
      authorization: `Bearer ${this.session?.access_token ?? ''}`,
      'idempotency-key': randomUUID(),
    });
  }

  protected post<T>(path: string, body: object): Promise<T> {
    const headers =
      this.session === undefined ? {} : { authorization: `Bearer ${this.session.access_token}` };
    return this.send('POST', path, body, headers);
  }

  private async send<T>(
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<T> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text === '' ? 'null' : text) as T;
  }
}

/** The session a browser holds. */
export async function sessionIn(page: Page): Promise<Session> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
  return JSON.parse(stored ?? 'null') as Session;
}

/** A valid 16-digit card number with the given ending. */
export function cardEnding(last4: string): string {
  for (let filler = 0; filler < 100; filler += 1) {
    const number = `4111${String(filler).padStart(8, '0')}${last4}`;
    if (isLuhnValid(number)) return number;
  }
  throw new Error('no such number');
}
