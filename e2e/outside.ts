import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';

export interface Sent {
  readonly channel: 'email' | 'sms';
  readonly text: string;
  readonly otp: string | null;
  readonly links: readonly string[];
}

/** A bill the biller network really paid. */
export interface ExecutedBill {
  readonly amountPaise: number;
  readonly status: 'executed' | 'returned';
}

/** Money a customer was really debited. */
export interface Collected {
  readonly receipt: string | null;
  readonly amountPaise: number;
  readonly amountRefundedPaise: number;
  readonly status: string;
}

interface Proof {
  readonly id: string;
  readonly sentence: string;
  readonly breaches: readonly unknown[];
}

/** The outside world, as its control API shows and steers it. */
export class Outside {
  readonly url: string;
  readonly dataDir: string;

  constructor(url: string, dataDir: string) {
    this.url = url;
    this.dataDir = dataDir;
  }

  private async control<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Newest first. */
  inbox(to: string): Promise<Sent[]> {
    return this.control('GET', `/outbox?to=${encodeURIComponent(to)}`);
  }

  /** The newest message to an address that satisfies the question, waited for. */
  async message(to: string, fits: (sent: Sent) => boolean): Promise<Sent> {
    let found: Sent | undefined;
    await expect
      .poll(async () => (found = (await this.inbox(to)).find(fits)) !== undefined, {
        message: `a message to ${to}`,
        intervals: [100, 250, 500],
      })
      .toBe(true);
    return found!;
  }

  /** Makes the tax department and DigiLocker know a person, and a bank whose an account is. */
  async register({
    aadhaar,
    ...person
  }: {
    pan: string;
    aadhaar: string;
    name: string;
    dateOfBirth: string;
    mobile: string;
    accountNumber?: string;
  }): Promise<void> {
    await this.control('POST', '/people', { ...person, aadhaarLast4: aadhaar.slice(-4) });
  }

  /** Answers the state that the browser would bring back. */
  async approveConsent(sessionId: string, pan: string): Promise<string> {
    const act = { what: 'approve_consent', sessionId, pan };
    const { redirectUrl } = await this.control<{ redirectUrl: string }>('POST', '/act', act);
    return new URL(redirectUrl).searchParams.get('state') ?? '';
  }

  /** Sets the person whose documents the consent page shows; without it a parallel journey could get another person's. */
  async consentOf(sessionId: string, pan: string): Promise<void> {
    await this.control('POST', '/act', { what: 'consent_of', sessionId, pan });
  }

  /** The auditor's word on a review; false while the desk has not heard of it. */
  async judge(reviewId: string, verdict: 'approve' | 'reject', remarks: string): Promise<boolean> {
    const act = { what: 'auditor_verdict', reviewId, verdict, remarks };
    return this.control('POST', '/act', act).then(
      () => true,
      () => false,
    );
  }

  /** The desk's auditor judges no video unasked, from now on: each journey asks for a verdict on its own. */
  async holdVideos(): Promise<void> {
    await this.control('POST', '/act', { what: 'auditor_policy', kind: 'video', policy: 'wait' });
  }

  /** The biller network pays a bill after all that it had called failed. */
  async flipToPaid(paymentRefId: string): Promise<void> {
    await this.control('POST', '/act', { what: 'bill_payment', paymentRefId, step: 'flip_success' });
  }

  /** Pays an order, or approves a mandate, as the person would in the provider's window. */
  payOrder(
    orderId: string,
    instrument = 'success@razorpay',
  ): Promise<{ paymentId: string; signature: string }> {
    return this.control('POST', '/act', { what: 'pay_order', orderId, with: instrument });
  }

  /** The payer's bank demands a repayment back. `paymentRef` is the rail's name of it. */
  async dispute(paymentRef: string): Promise<void> {
    await this.control('POST', '/act', { what: 'dispute_payment', paymentId: paymentRef });
  }

  /** Sets the product's clock: for all who use it, so journeys beside others leave it alone. */
  async setClock(now: Date): Promise<void> {
    await this.control('POST', '/clock', { now: now.toISOString() });
  }

  async now(): Promise<Date> {
    return new Date((await this.control<{ now: string }>('GET', '/clock')).now);
  }

  executedBills(reference: string): Promise<ExecutedBill[]> {
    return this.control('GET', `/truth/bill-payments?paymentRefId=${encodeURIComponent(reference)}`);
  }

  collected(receipt: string): Promise<Collected[]> {
    return this.control('GET', `/truth/collections?receipt=${encodeURIComponent(receipt)}`);
  }

  /** Proves every invariant on the product's database; answers the broken ones. */
  async brokenBooks(): Promise<Proof[]> {
    const env = { ...process.env, DATA_DIR: this.dataDir };
    const { stdout } = await promisify(execFile)('node', ['scripts/books.ts', '--json'], { env });
    const { proofs } = JSON.parse(stdout) as { proofs: Proof[] };
    return proofs.filter((proof) => proof.breaches.length > 0);
  }
}
