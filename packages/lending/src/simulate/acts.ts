import {
  addDays,
  type BusinessDate,
  HOUR_MS,
  istDayBounds,
  minPaise,
  outstandingOf,
  paise,
  type Paise,
  SECOND_MS,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
  unpaidOfInstalment,
  ZERO_PAISE,
} from '@mohlat/money';
import { restOfAgreement, standingCharges } from '../agreement.ts';
import { isLive, type Loan } from '../borrower.ts';
import { levyBounce } from '../bounce.ts';
import { isContested } from '../contested.ts';
import { datedOf } from '../dated.ts';
import { foreclosureQuote } from '../foreclosure.ts';
import { isFrozen } from '../freeze.ts';
import { returnWindowEnd } from '../presentations.ts';
import { exitCharge } from '../receive-exit.ts';
import type { Money } from '../received.ts';
import { type Deed, isOfRewards, nameOfSpending } from './deeds.ts';
import type { Random } from './random.ts';
import type { Intent } from './temperaments.ts';

/** An act about a loan on a day: an intent of its borrower, or the consequence of an earlier deed. */
export interface Plan {
  readonly on: BusinessDate;
  readonly loanId: string;
  readonly act:
    | Intent
    | { readonly what: 'thaw' | 'give in' }
    | { readonly what: 'answer'; readonly number: number; readonly isPaid: boolean };
}

/** The result of an act: deeds in their order, and acts that follow on this day or later. */
export interface Acted {
  readonly deeds: readonly Deed[];
  readonly plans: readonly Plan[];
}

/** The facts that decide about an act beside the loan. */
export interface Circumstances {
  readonly day: BusinessDate;
  readonly random: Random;
  /** The share of payments that are heard of days late, in percent. */
  readonly latePercent: number;
  /** The next turn: deeds of one day happen in the order of theirs. */
  readonly nextTurn: () => number;
  /** The amount that rewards can pay on this day, in paise. */
  readonly usableRewardsPaise: () => Paise;
}

const NOTHING: Acted = { deeds: [], plans: [] };
const RETURN_WINDOW_DAYS = 3;
/** The most days after which money is heard of. */
export const LATE_DAYS_MAX = 40;
const PRESENTED_AT_MS = 10 * HOUR_MS;
const ANSWERED_AT_MS = 11 * HOUR_MS;
const NOON_MS = 12 * HOUR_MS;

/** Turns a plan into deeds, by the loan as it stands on the day; none once the loan has ended. */
export function act(loan: Loan, plan: Plan, with_: Circumstances): Acted {
  const { act: wanted } = plan;
  const fact = () => factOf(loan, with_);
  switch (wanted.what) {
    case 'thaw':
      return { ...NOTHING, deeds: [{ deed: 'thawed', ...fact() }] };
    case 'give in':
      return { ...NOTHING, deeds: [{ deed: 'contest over', ...fact() }] };
    case 'answer': {
      const at = instantOn(with_.day, ANSWERED_AT_MS);
      const answered: Deed = { deed: 'answered', number: wanted.number, at, ...fact() };
      return { ...NOTHING, deeds: [answered, ...(wanted.isPaid ? [] : bounce(loan, wanted.number, with_))] };
    }
    default:
      return isLive(loan) || isOfEnded(loan, wanted) ? intended(loan, wanted, with_) : NOTHING;
  }
}

function intended(loan: Loan, intent: Intent, with_: Circumstances): Acted {
  const { day } = with_;
  switch (intent.what) {
    case 'hardship': {
      const fact = factOf(loan, with_);
      const hardshipId = `${loan.id} h${fact.turn}`;
      const untilOn = addDays(day, intent.days);
      return { ...NOTHING, deeds: [{ deed: 'told hardship', hardshipId, untilOn, ...fact }] };
    }
    case 'freeze': {
      if (isFrozen(loan.freezes, day)) return NOTHING;
      const thaw: Plan = { on: addDays(day, intent.days), loanId: loan.id, act: { what: 'thaw' } };
      return { deeds: [{ deed: 'frozen', ...factOf(loan, with_) }], plans: [thaw] };
    }
    case 'contest': {
      if (loan.receipts.length === 0 || isContested(loan.disputes)) return NOTHING;
      const over: Plan = { on: addDays(day, intent.days), loanId: loan.id, act: { what: 'give in' } };
      return { deeds: [{ deed: 'contested', ...factOf(loan, with_) }], plans: [over] };
    }
    case 'waive': {
      const fact = factOf(loan, with_);
      const { component, grantedPaise } = intent;
      const waiver = {
        id: `${loan.id} w${fact.turn}`,
        component,
        grantedPaise: paise(grantedPaise),
        effectiveOn: day,
      };
      return { ...NOTHING, deeds: [{ deed: 'waived', waiver, ...fact }] };
    }
    case 'agree':
      return agree(loan, intent, with_);
    case 'write off': {
      const fact = factOf(loan, with_);
      return {
        ...NOTHING,
        deeds: [{ deed: 'written off', writeOffId: `${loan.id} o${fact.turn}`, ...fact }],
      };
    }
    case 'debit':
      return present(loan, intent, with_);
    case 'lose':
      return lose(loan, intent.share, with_);
    case 'ask back':
      return askBack(loan, intent.share, with_);
    case 'send back': {
      const news = { ...factOf(loan, with_), on: loan.disbursedOn, heardOn: addDays(day, 1) };
      return { ...NOTHING, deeds: [{ deed: 'sent back', ...news }] };
    }
    case 'keep rewards':
      return { ...NOTHING, deeds: [{ deed: 'rewards kept', ...factOf(loan, with_) }] };
    case 'spend rewards': {
      const amountPaise = with_.usableRewardsPaise();
      return amountPaise > 0 ? { ...NOTHING, deeds: [spent(loan, amountPaise, with_)] } : NOTHING;
    }
    default: {
      const means = meansOf(loan, intent, day);
      if (means.amountPaise <= 0) return NOTHING;
      const deed = paid(loan, means, newsOn(with_), null, with_);
      return { ...NOTHING, deeds: [intent.what === 'repay' ? by(intent.by, deed) : deed] };
    }
  }
}

/** A debit is presented; its bank answers on a day of its own, or never. Paid, it counts on the day it was presented. */
function present(
  loan: Loan,
  { number, answer }: Extract<Intent, { what: 'debit' }>,
  with_: Circumstances,
): Acted {
  const { day } = with_;
  const instalment = loan.instalments.find((one) => one.number === number);
  const amountPaise = instalment ? unpaidOfInstalment(instalment) : ZERO_PAISE;
  if (amountPaise <= 0 || isFrozen(loan.freezes, day)) return NOTHING;
  const at = instantOn(day, PRESENTED_AT_MS);
  const answerByOn = returnWindowEnd(day, RETURN_WINDOW_DAYS, []);
  const presented: Deed = { deed: 'presented', number, at, answerByOn, ...factOf(loan, with_) };
  if (answer.afterDays === null) return { ...NOTHING, deeds: [presented] };
  const answeredOn = addDays(day, answer.afterDays);
  const answered: Plan = {
    on: answeredOn,
    loanId: loan.id,
    act: { what: 'answer', number, isPaid: answer.isPaid },
  };
  const means: Means = { amountPaise, intent: 'emi' };
  const money = answer.isPaid ? [paid(loan, means, answeredOn, number, with_)] : [];
  return { deeds: [presented, ...money], plans: [answered] };
}

/** The charge is levied on the day the bank says so, where there is one. */
function bounce(loan: Loan, number: number, with_: Circumstances): Deed[] {
  const [levied] = levyBounce(loan, number, with_.day).changes;
  if (levied?.change !== 'charge_levied' || !with_.random.chance(0.5)) return [];
  const { change: _, loanId: __, ...charge } = levied;
  return [{ deed: 'bounced', charge, ...factOf(loan, with_) }];
}

/** True for intents about an ended loan: recovery, the loss of its money, and rewards, which belong to the person. */
function isOfEnded({ status }: Loan, { what }: Intent): boolean {
  if (what === 'keep rewards') return true;
  return what === 'lose' ? status !== 'unwound' : status === 'written_off' && what === 'repay';
}

/** Agrees on a share of what is owed. */
function agree(loan: Loan, { share, days }: Extract<Intent, { what: 'agree' }>, with_: Circumstances): Acted {
  const { day } = with_;
  const fact = factOf(loan, with_);
  const owedPaise = outstandingOf(loan);
  const agreedPaise = shareOf(owedPaise, share);
  if (agreedPaise <= 0) return NOTHING;
  const chargedPaise = standingCharges(loan.charges);
  const agreedAt = instantOn(day, NOON_MS) + fact.turn * SECOND_MS;
  const agreement = { agreedPaise, owedPaise, chargedPaise, agreedAt, payByOn: addDays(day, days) };
  return { ...NOTHING, deeds: [{ deed: 'agreed', agreement, ...fact }] };
}

/** Chooses a repayment that its bank takes back; the news comes in the morning. Rewards and mere excess are never chosen. */
function lose(loan: Loan, share: number, with_: Circumstances): Acted {
  const { day } = with_;
  const lost = loan.receipts.filter(
    (one) => one.coveredPaise > 0 && !isOfRewards(one.id) && one.valueOn > addDays(day, -LATE_DAYS_MAX),
  );
  const one = lost[Math.floor(share * lost.length)];
  if (one === undefined) return NOTHING;
  const news = { ...factOf(loan, with_), on: one.valueOn, heardOn: addDays(day, 1) };
  return { ...NOTHING, deeds: [{ deed: 'lost', repaymentId: one.id, ...news }] };
}

/** Chooses a repayment with held money, of which the state on the morning of the news says how much goes back. */
function askBack(loan: Loan, share: number, with_: Circumstances): Acted {
  const { day } = with_;
  const ids = new Set(loan.earmarks.map(({ repaymentId }) => repaymentId));
  const held = loan.receipts.filter(
    ({ id, valueOn }) => ids.has(id) && valueOn > addDays(day, -LATE_DAYS_MAX),
  );
  const one = held[Math.floor(share * held.length)];
  if (one === undefined) return NOTHING;
  const news = { ...factOf(loan, with_), on: one.valueOn, heardOn: addDays(day, 1) };
  return {
    ...NOTHING,
    deeds: [{ deed: 'given back', repaymentId: one.id, returnedPaise: ZERO_PAISE, ...news }],
  };
}

/** Makes a repayment by rewards; no provider takes it. */
function spent(loan: Loan, amountPaise: Paise, with_: Circumstances): Deed {
  const fact = factOf(loan, with_);
  return {
    deed: 'paid',
    money: {
      ...moneyOf(fact, { amountPaise, intent: 'emi' }),
      repaymentId: nameOfSpending(loan.id, fact.turn),
      channel: 'reward',
      providerPaymentRef: null,
    },
    ...fact,
  };
}

function by(source: 'card' | 'stranger' | undefined, deed: Extract<Deed, { deed: 'paid' }>): Deed {
  const { money } = deed;
  switch (source) {
    case 'card':
      return { ...deed, money: { ...money, isCreditSource: true } };
    case 'stranger':
      return { ...deed, money: { ...money, channel: 'identified' } };
    case undefined:
      return deed;
  }
}

function paid(
  loan: Loan,
  { amountPaise, intent }: Means,
  heardOn: BusinessDate,
  onlyNumber: number | null,
  with_: Circumstances,
): Extract<Deed, { deed: 'paid' }> {
  const fact = { ...factOf(loan, with_), heardOn };
  const channel = onlyNumber === null ? 'checkout' : 'mandate';
  const money = { ...moneyOf(fact, { amountPaise, intent }), channel, onlyNumber } as const;
  return { deed: 'paid', money, ...fact };
}

function moneyOf({ loanId, on, turn }: ReturnType<typeof factOf>, { amountPaise, intent }: Means): Money {
  return {
    repaymentId: `${loanId} r${turn}`,
    loanId,
    amountPaise,
    returnedPaise: ZERO_PAISE,
    receivedAt: instantOn(on, NOON_MS) + turn * SECOND_MS,
    valueOn: on,
    channel: 'checkout',
    intent,
    onlyNumber: null,
    isCreditSource: false,
    providerPaymentRef: `pay_${turn}`,
  };
}

function factOf({ id }: Loan, { day, nextTurn }: Circumstances) {
  return { loanId: id, on: day, heardOn: day, turn: nextTurn() };
}

function newsOn({ day, random, latePercent }: Circumstances): BusinessDate {
  return random.chance(latePercent / 100) ? addDays(day, random.int(1, LATE_DAYS_MAX)) : day;
}

function instantOn(day: BusinessDate, ms: number): number {
  return istDayBounds(day).startMs + ms;
}

type Payment = Extract<Intent, { what: 'repay' | 'prepay' | 'close' | 'leave' | 'pay agreed' }>;

/** The amount of a payment by its intent, by the loan as it stands on the day. */
interface Means {
  readonly amountPaise: Paise;
  readonly intent: Money['intent'];
}

/** The amount of a payment, in paise; zero where no amount is owed. */
function meansOf(loan: Loan, intent: Payment, on: BusinessDate): Means {
  switch (intent.what) {
    case 'repay': {
      const instalments = loan.instalments.filter(({ number }) => number <= intent.through);
      const owed = sumPaise([
        ...instalments.map((one) => unpaidOfInstalment(one)),
        ...loan.charges.map((one) => unpaidOfCharge(one)),
      ]);
      return { intent: 'emi', amountPaise: shareOf(owed, intent.share) };
    }
    case 'prepay': {
      const owed = sumPaise(loan.instalments.map((one) => unpaidComponent(one, 'principal')));
      return { intent: 'part_prepay', amountPaise: shareOf(owed, intent.share) };
    }
    case 'pay agreed': {
      const agreement = loan.agreements.at(-1);
      const rest = agreement ? restOfAgreement(agreement, loan) : ZERO_PAISE;
      return { intent: 'emi', amountPaise: shareOf(rest, intent.share) };
    }
    case 'close':
      return { intent: 'emi', amountPaise: foreclosureQuote(datedOf(loan), on).amountPaise };
    case 'leave': {
      const charge = exitCharge(loan, on);
      const amountPaise = charge ? sumPaise([loan.sold.billPaise, charge.chargeLeftPaise]) : ZERO_PAISE;
      return { intent: 'exit', amountPaise };
    }
  }
}

/** A part in thousandths, rounded up; at least a rupee, because rails take no less, and at most twice the owed amount. */
function shareOf(owed: Paise, thousandths: number): Paise {
  if (owed <= 0) return ZERO_PAISE;
  const part = paise(Math.max(100, Math.ceil((owed * thousandths) / 1_000)));
  return minPaise(part, paise(owed * 2));
}
