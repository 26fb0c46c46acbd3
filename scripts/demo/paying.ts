import { randomUUID } from 'node:crypto';
import {
  acceptPayment,
  confirmRepayment,
  createQuote,
  getMe,
  getPayment,
  listRewards,
  type Payment,
  startMandate,
  startRepayment as startAtCheckout,
  tellHardship as tellOfHardship,
} from '@mohlat/contract';
import { RAIL_MIN_PAISE } from '@mohlat/lending';
import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts';
import { assess } from './joining.ts';
import type { Life, Member, Planned, Stage } from './lives.ts';
import { billRupees, type Habit } from './people.ts';
import { questionAfter } from './support.ts';

/** The payer for whom the sandbox lets a payment succeed. */
export const GOOD = 'success@razorpay';
/** Now and then a debit fails, the money comes twice, or it comes from a credit card, which must not repay. */
const ODD_PAYERS = [
  'failure@razorpay',
  'failure@razorpay',
  'double@razorpay',
  'creditcard@razorpay',
] as const;
const ODD_PAYER_SHARE = 0.05;
/** A bank that takes no refund. */
const NO_REFUND = 'norefund@razorpay';
/** So many of those who repay all that is left do it twice. */
const TWICE_SHARE = 0.03;
/** A bank that returns every debit for want of funds. */
const NO_FUNDS = 'nofunds-always@razorpay';
const REPORT_GOOD_FOR_DAYS = 85;
const OTHER_CARD_SHARE = 0.2;
const LEAST_RUPEES = 3000;
/** From here on most people would rather pay in parts. */
const LARGE_PAISE = 1_500_000;
const DISPUTED_SHARE = 0.006;

export async function payBill(stage: Stage, life: Member, isOdd: boolean): Promise<Planned[]> {
  const { ask, clock } = stage.world;
  const { random, actor } = life;
  const today = clock.today();
  if (daysBetween(life.assessedOn, today) > REPORT_GOOD_FOR_DAYS) await assess(stage, life);
  const other = isOdd ? life.cards.at(-1) : random.pick(life.cards);
  const card = isOdd || random.chance(OTHER_CARD_SHARE) ? other : life.cards[0];
  const { credit } = await ask(actor, getMe);
  const mostRupees = Math.floor((credit?.availablePaise ?? 0) / 100);
  if (!card || mostRupees < LEAST_RUPEES) return [];
  // Something of the limit is left for the bill that is never answered about, and for the one that a visitor of the demo pays.
  const share = life.person.isSpared || (life.person.part === 'unanswered' && !isOdd) ? 0.4 : 1;
  const amountPaise = billRupees(random, today, Math.max(LEAST_RUPEES, Math.floor(mostRupees * share))) * 100;
  const isEmi = random.chance(amountPaise > LARGE_PAISE ? 0.65 : 0.3);
  const plan = isEmi ? ({ kind: 'emi', instalments: 3 } as const) : ({ kind: 'single' } as const);
  const { quoteId } = await ask(actor, createQuote, { body: { cardId: card.id, amountPaise, plan } });
  const { id } = await ask(actor, acceptPayment, {
    body: { quoteId, acceptKeyFacts: true },
    key: randomUUID(),
  });
  return [{ on: addDays(today, 1), intent: { what: 'plan', loanId: id } }];
}

/** Once the bill is paid the person knows the schedule and makes up their mind. */
export async function plan({ world }: Stage, life: Member, loanId: string): Promise<Planned[]> {
  const { ask, clock } = world;
  const { habit } = life.person;
  const payment = await ask(life.actor, getPayment, { id: loanId });
  const question = questionAfter(life, payment, clock.today());
  if (payment.billStatus !== 'paid') return question;
  if (habit === 'stops' && life.random.chance(0.6)) return question;
  const repayments = payment.schedule.map(({ number, dueDate }): Planned => ({
    on: addDays(dueDate as BusinessDate, daysAfter(life)),
    intent: { what: 'repay', loanId, instalment: number },
  }));
  const tomorrow = addDays(clock.today(), 1);
  const hasAutopay = habit === 'autopay' || habit === 'bounces';
  return [
    ...question,
    ...(hasAutopay ? [{ on: tomorrow, intent: { what: 'autopay', loanId } } as const] : []),
    ...hardship(life, loanId, payment.schedule.at(-1)?.dueDate as BusinessDate | undefined),
    ...repayments,
  ];
}

/** Draws the number of days after the due date on which a person repays; negative before it. */
function daysAfter({ person, random }: Life): number {
  switch (person.habit) {
    case 'early':
      return -random.int(4, 14);
    case 'on time':
      return -random.int(0, 3);
    case 'late':
      return random.pick([0, 1, 2, 4, 8, 15, 33]);
    case 'stops':
      return random.pick([-1, 2, 12]);
    case 'autopay':
    case 'bounces':
      // These people pay by hand only when a debit has failed.
      return random.int(5, 9);
  }
}

const HARDSHIP_SHARES: Readonly<Record<Habit, number>> = {
  'on time': 0.01,
  early: 0,
  autopay: 0.01,
  late: 0.25,
  bounces: 0.2,
  stops: 0.25,
};
const TOLD = [
  { reason: 'job_loss', note: 'The factory closed on the 1st. I start elsewhere in three weeks.' },
  { reason: 'illness', note: 'पिताजी अस्पताल में हैं, इस महीने सारा पैसा दवा में जा रहा है।' },
  { reason: 'family' },
  { reason: 'disaster', note: 'घर में पानी भर गया था, दुकान दस दिन से बंद है।' },
  { reason: 'other', note: 'My client has not paid me for two months.' },
] as const;

function hardship({ person, random }: Life, loanId: string, lastDueOn: BusinessDate | undefined): Planned[] {
  if (lastDueOn === undefined || !random.chance(HARDSHIP_SHARES[person.habit])) return [];
  return [{ on: addDays(lastDueOn, random.int(-2, 9)), intent: { what: 'hardship', loanId } }];
}

export async function tellHardship(
  { world }: Stage,
  { actor, random }: Member,
  loanId: string,
): Promise<void> {
  await world.ask(actor, tellOfHardship, { id: loanId, body: random.pick(TOLD) });
}

export async function setUpAutopay({ world }: Stage, life: Member, paymentId: string): Promise<void> {
  const { checkout } = await world.ask(life.actor, startMandate, {
    body: { paymentId, kind: 'upi' },
    key: randomUUID(),
  });
  const approver = life.person.habit === 'bounces' ? NO_FUNDS : GOOD;
  await world.control('POST', '/act', { what: 'pay_order', orderId: checkout.orderId, with: approver });
}

export async function repay(
  stage: Stage,
  life: Member,
  { loanId, instalment }: { readonly loanId: string; readonly instalment: number },
): Promise<Planned[]> {
  const payment = await stage.world.ask(life.actor, getPayment, { id: loanId });
  const amountPaise = Math.min(payment.outstandingPaise, dueThrough(payment, instalment));
  if (payment.status !== 'pending' || amountPaise < RAIL_MIN_PAISE) return [];
  const isAll = amountPaise === payment.outstandingPaise;
  if (isAll && amountPaise > 2 * RAIL_MIN_PAISE && life.random.chance(TWICE_SHARE))
    return payTwice(stage, life, { loanId, amountPaise });
  return paySum(stage, life, { loanId, amountPaise });
}

/** Two checkouts are open at once, and both are paid: what is too much goes back, where the payer's bank takes it. */
async function payTwice(stage: Stage, life: Member, sum: Sum): Promise<Planned[]> {
  const first = await startRepayment(stage, life, sum, []);
  const less = { ...sum, amountPaise: sum.amountPaise - RAIL_MIN_PAISE };
  const second = await startRepayment(stage, life, less, []);
  if (first) await settle(stage, life, first, GOOD);
  const payer = life.random.chance(0.5) ? NO_REFUND : GOOD;
  if (second && second.orderId !== first?.orderId) await settle(stage, life, second, payer);
  return [];
}

interface Sum {
  readonly loanId: string;
  readonly amountPaise: number;
}

/** Adds up what is unpaid of the instalments up to one, and of the charges, in paise. */
export function dueThrough({ schedule, charges }: Payment, instalment: number): number {
  const rows = schedule.filter(({ number }) => number <= instalment);
  const unpaid = rows.reduce((sum, row) => sum + row.amountPaise - row.paidPaise, 0);
  return charges.reduce((sum, one) => sum + one.amountPaise - one.paidPaise - one.waivedPaise, unpaid);
}

/** The checkout, with rewards now and then. Very few tell their bank afterwards that it was not they who paid. */
export async function paySum(stage: Stage, life: Member, sum: Sum): Promise<Planned[]> {
  const { random } = life;
  const rewardIds = await usableRewards(stage, life, sum.amountPaise);
  const checkout = await startRepayment(stage, life, sum, rewardIds);
  if (!checkout) return [];
  const payer = random.chance(ODD_PAYER_SHARE) && !life.person.isSpared ? random.pick(ODD_PAYERS) : GOOD;
  const paymentRef = await settle(stage, life, checkout, payer);
  const today = stage.world.clock.today();
  if (payer !== GOOD) return [{ on: addDays(today, 1), intent: { what: 'pay sum', ...sum } }];
  life.lastPaymentRef = paymentRef;
  if (!random.chance(DISPUTED_SHARE) || life.person.isSpared) return [];
  return [{ on: addDays(today, random.int(6, 20)), intent: { what: 'dispute', paymentRef } }];
}

interface Checkout {
  readonly id: string;
  readonly orderId: string;
}

async function startRepayment(
  { world: { ask } }: Stage,
  { actor }: Member,
  { loanId, amountPaise }: Sum,
  rewardIds: string[],
): Promise<Checkout | undefined> {
  const body = { amountPaise, ...(rewardIds.length > 0 ? { rewardIds } : {}) };
  try {
    const { id, checkout } = await ask(actor, startAtCheckout, { id: loanId, key: randomUUID(), body });
    return checkout ? { id, orderId: checkout.orderId } : undefined;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Pays at the rail and comes back to us with its word. Answers the rail's name of the payment. */
async function settle(
  { world: { ask, control } }: Stage,
  { actor }: Member,
  { id, orderId }: Checkout,
  payer: string,
): Promise<string> {
  const act = { what: 'pay_order', orderId, with: payer };
  const { paymentId, signature } = await control<{ paymentId: string; signature: string | null }>(
    'POST',
    '/act',
    act,
  );
  // A page that failed brings nothing back.
  if (signature !== null) await ask(actor, confirmRepayment, { id, body: { paymentId, signature } });
  return paymentId;
}

async function usableRewards(
  { world }: Stage,
  { actor, random }: Member,
  amountPaise: number,
): Promise<string[]> {
  if (!random.chance(0.2)) return [];
  const { items } = await world.ask(actor, listRewards, { query: { usable: 'true', limit: '5' } });
  const [first] = items;
  return first && first.amountPaise < amountPaise ? [first.id] : [];
}

/** The payer's bank asks for the money back; the provider says so, as its webhook would. */
export async function dispute({ world }: Stage, { random }: Life, paymentRef: string): Promise<Planned[]> {
  const { control, clock } = world;
  const { disputeId } = await control<{ disputeId: string }>('POST', '/act', {
    what: 'dispute_payment',
    paymentId: paymentRef,
  });
  await hear({ world }, disputeId);
  const verdict = random.pick(['won', 'lost'] as const);
  const on = addDays(clock.today(), random.int(12, 30));
  return [{ on, intent: { what: 'verdict', disputeRef: disputeId, verdict } }];
}

export async function endDispute(
  { world }: Pick<Stage, 'world'>,
  { disputeRef, verdict }: { readonly disputeRef: string; readonly verdict: 'won' | 'lost' },
): Promise<void> {
  await world.control('POST', '/act', { what: 'dispute_verdict', disputeId: disputeRef, verdict });
  await hear({ world }, disputeRef);
}

const hear = ({ world }: Pick<Stage, 'world'>, disputeRef: string) =>
  world.parts.worker.plain((tx) => tx.enqueue('collections.dispute', { disputeRef }));
