import { randomUUID } from 'node:crypto';
import {
  ENDPOINTS,
  type ErrorCode,
  ERRORS,
  type Payment,
  type Quote,
  type Repayment,
  type StartedMandate,
  type StartedRepayment,
} from '@mohlat/contract';
import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import type { Reply } from '../../apps/server/test/person.ts';
import { dueThrough } from '../../scripts/demo/paying.ts';
import { type Borrower, cardOf } from './borrower.ts';
import { type Due, planSteps, type Step } from './temperaments.ts';

/** The intent of a person on a day. */
export type Intent =
  | { readonly what: 'bill' }
  | { readonly what: 'look'; readonly loanId: string; readonly looks: number }
  | { readonly what: 'step'; readonly loanId: string; readonly step: Step };

export interface Planned {
  readonly on: BusinessDate;
  readonly intent: Intent;
}

/** The outcome of an intent: the next plans, and a word for the statistics. */
export interface Outcome {
  readonly said: string;
  readonly next: readonly Planned[];
}

/** The product or a provider did not answer: the person comes back tomorrow. */
class ComeBack extends Error {}
/** The product said no, with a reason. */
class Refused extends Error {}

const TRIES = 4;
const BETWEEN_TRIES_MS = 150;
const REPORT_GOOD_FOR_DAYS = 85;
const LOOKS_MAX = 40;
const SMALLEST_PAISE = 100;
/** Bills that go well, are refused, are late or whose answer is lost; a contradicting rail is tried one by one elsewhere. */
const ENDINGS = [
  '1002',
  '1003',
  '1004',
  '1005',
  '1007',
  '1008',
  '1009',
  '1010',
  '1014',
  '1016',
  '1017',
  '1018',
];
const PLANS = [1, 1, 3, 3];

/** Does what a borrower means to do today. */
export async function act(borrower: Borrower, intent: Intent, today: BusinessDate): Promise<Outcome> {
  try {
    if (intent.what === 'bill') return await payBill(borrower, today);
    if (intent.what === 'look') return await lookAtBill(borrower, intent, today);
    return { said: await takeStep(borrower, intent), next: [] };
  } catch (error) {
    if (error instanceof ComeBack)
      return { said: 'came back tomorrow', next: [{ on: addDays(today, 1), intent }] };
    if (error instanceof Refused) return { said: `${intent.what}: ${error.message}`, next: [] };
    throw error;
  }
}

/** Calls as a patient client does: the same call again while there is no answer, and what is refused is refused. */
async function call<T>(
  { person }: Borrower,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  for (let tries = 1; ; tries += 1) {
    const reply: Reply<T> = await person.call<T>(method, path, body, headers);
    if (reply.status < 300) return reply.body;
    const code = String(Reflect.get(Object(reply.body), 'code'));
    if (isRefusal(code)) throw new Refused(code);
    if (tries === TRIES) throw new ComeBack(code);
    await new Promise((done) => setTimeout(done, BETWEEN_TRIES_MS * tries));
  }
}

function isRefusal(code: string): boolean {
  return code in ERRORS && ERRORS[code as ErrorCode].retry === 'never';
}

async function payBill(borrower: Borrower, today: BusinessDate): Promise<Outcome> {
  const { random } = borrower;
  if (daysBetween(borrower.assessedOn, today) > REPORT_GOOD_FOR_DAYS) {
    await call(borrower, 'POST', '/credit/assessment', { consent: true });
    borrower.assessedOn = today;
  }
  const cardId = await cardOf(borrower, random.chance(0.25) ? random.pick(ENDINGS) : '4021');
  const instalments = random.pick(PLANS);
  const { quoteId } = await call<Quote>(borrower, 'POST', '/payments/quote', {
    cardId,
    amountPaise: random.int(20, 90) * 10_000,
    plan: instalments === 1 ? { kind: 'single' } : { kind: 'emi', instalments },
  });
  const { id } = await call<Payment>(borrower, 'POST', '/payments', { quoteId, acceptKeyFacts: true });
  return { said: 'bill', next: [{ on: today, intent: { what: 'look', loanId: id, looks: 0 } }] };
}

/** Once the bill is paid the person knows the schedule and makes up their mind. */
async function lookAtBill(
  borrower: Borrower,
  { loanId, looks }: { readonly loanId: string; readonly looks: number },
  today: BusinessDate,
): Promise<Outcome> {
  const { billStatus, schedule } = await paymentOf(borrower, loanId);
  if (billStatus === 'failed') return { said: 'bill failed', next: [] };
  if (billStatus !== 'paid') {
    const next = { what: 'look', loanId, looks: looks + 1 } as const;
    return { said: 'bill open', next: looks < LOOKS_MAX ? [{ on: addDays(today, 1), intent: next }] : [] };
  }
  const dues: Due[] = schedule.map((row) => ({
    instalment: row.number,
    on: row.dueDate as BusinessDate,
  }));
  const steps = planSteps(borrower.temperament, borrower.random, dues, today);
  return {
    said: 'bill paid',
    next: steps.map((step) => ({
      on: step.on < today ? today : step.on,
      intent: { what: 'step', loanId, step },
    })),
  };
}

const paymentOf = (borrower: Borrower, loanId: string) =>
  call<Payment>(borrower, 'GET', `/payments/${loanId}`);

async function takeStep(
  borrower: Borrower,
  { loanId, step }: { readonly loanId: string; readonly step: Step },
): Promise<string> {
  const payment = await paymentOf(borrower, loanId);
  if (payment.status !== 'pending') return `${step.what}: nothing owed`;
  switch (step.what) {
    case 'repay': {
      const due = dueThrough(payment, step.instalment);
      const amount = Math.min(payment.outstandingPaise, Math.ceil(due * step.share));
      if (amount < SMALLEST_PAISE) return 'repay: nothing due';
      const rewardIds = step.withRewards ? await fittingRewards(borrower, amount) : [];
      const said = await repay(
        borrower,
        `/payments/${loanId}/repayments`,
        { amountPaise: amount, ...(rewardIds.length > 0 ? { rewardIds } : {}) },
        step.using,
      );
      return rewardIds.length > 0 ? `${said} with rewards` : said;
    }
    case 'prepay':
      return repay(
        borrower,
        `/payments/${loanId}/repayments`,
        { amountPaise: Math.ceil(payment.outstandingPaise * step.share), intent: 'part_prepay' },
        'success@razorpay',
      );
    case 'twice':
      return repayTwice(borrower, payment, step.instalment);
    case 'close':
      return repay(
        borrower,
        `/payments/${loanId}/repayments`,
        { amountPaise: payment.outstandingPaise },
        'success@razorpay',
      );
    case 'leave':
      return repay(borrower, `/payments/${loanId}/cancel`, {}, 'success@razorpay');
    case 'autopay':
      return setUpAutopay(borrower, loanId, step.kind, step.approver);
  }
}

async function repay(borrower: Borrower, path: string, body: object, using: string): Promise<string> {
  const started = await call<StartedRepayment>(borrower, 'POST', path, body);
  await payAndReturn(borrower, started, using);
  return `repaid by ${using.split(/[@:]/)[0]}`;
}

/** The rewards a borrower can use that fit into an amount, the smallest first. */
async function fittingRewards(borrower: Borrower, amountPaise: number): Promise<readonly string[]> {
  if (!('listRewards' in ENDPOINTS)) return [];
  const { items } = await call<{ items: { id: string; amountPaise: number }[] }>(
    borrower,
    'GET',
    '/rewards?usable=true&limit=50',
  );
  let left = amountPaise;
  return items
    .toSorted((one, other) => one.amountPaise - other.amountPaise)
    .filter((one) => one.amountPaise <= left && (left -= one.amountPaise) >= 0)
    .map(({ id }) => id);
}

/** Two windows open at once, both paid. */
async function repayTwice(borrower: Borrower, payment: Payment, instalment: number): Promise<string> {
  const amount = Math.min(payment.outstandingPaise, dueThrough(payment, instalment));
  if (amount < 2 * SMALLEST_PAISE) return 'twice: nothing due';
  const open = (amountPaise: number) =>
    call<StartedRepayment>(borrower, 'POST', `/payments/${payment.id}/repayments`, { amountPaise });
  const both = [await open(amount), await open(amount - SMALLEST_PAISE)];
  for (const started of both) await payAndReturn(borrower, started, 'success@razorpay');
  return 'repaid twice';
}

/** The payer acts in the checkout; a browser that was sent back tells the product, and may hear nothing of it. */
async function payAndReturn(borrower: Borrower, started: StartedRepayment, using: string): Promise<void> {
  if (!started.checkout) return;
  const done = await payOrder(borrower, started.checkout.orderId, using);
  if (using.startsWith('abandon') || !done?.paymentId || !done.signature) return;
  const { paymentId, signature } = done;
  try {
    await call<Repayment>(borrower, 'POST', `/repayments/${started.id}/confirm`, { paymentId, signature });
  } catch (error) {
    if (!(error instanceof ComeBack) && !(error instanceof Refused)) throw error;
  }
}

/** Pays an order at the checkout; undefined when it refused, such as an order that was paid already. */
function payOrder({ person }: Borrower, orderId: string, using: string) {
  return person.server
    .control<{ paymentId: string; signature: string | null }>('POST', '/act', {
      what: 'pay_order',
      orderId,
      with: using,
    })
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.includes(': 409')) return undefined;
      throw error;
    });
}

async function setUpAutopay(
  borrower: Borrower,
  paymentId: string,
  kind: 'upi' | 'enach',
  approver: string,
): Promise<string> {
  const { checkout } = await call<StartedMandate>(borrower, 'POST', '/mandates', { paymentId, kind });
  await payOrder(borrower, checkout.orderId, approver);
  return `autopay by ${kind}`;
}
