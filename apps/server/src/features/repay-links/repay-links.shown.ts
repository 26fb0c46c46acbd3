import type { AnswerOf, SharedInstalment, shareInstalment } from '@mohlat/contract';
import { closingQuote, lastDayOf } from '@mohlat/lending';
import { type BusinessDate, istDayBounds, unpaidOfInstalment } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import {
  findFactsOn,
  isAgreed,
  loanToQuote,
  type PaymentFacts,
  shownDueOn,
  toPayment,
} from '#features/payments/index.ts';
import { findRepayment, lockStarts, type RepaymentRow } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import type { Links } from '#platform/links/links.ts';
import * as repo from './repay-links.repo.ts';

type Deps = Pick<FeatureContext, 'clock'>;

interface PaymentIds {
  readonly userId: string;
  readonly paymentId: string;
}

/**
 * Makes a link to what the app asks for: the sum that ends the loan, or else the instalment that is due next. It lasts until the end
 * of the due date, and for a week at least unless its sum is agreed for a day; links to the same money are taken back. `count` refuses
 * what is too much, once it is known that there is something to pay.
 * Throws: not_found, payment_not_payable.
 */
export async function makeLink(
  deps: Deps,
  links: Pick<Links<repo.RepayLinkRow>, 'make'>,
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  count: () => Promise<void>,
): Promise<AnswerOf<typeof shareInstalment>> {
  const today = deps.clock.today();
  await lockStarts(tx, userId, paymentId);
  const facts = await findFactsOn(tx, userId, paymentId, today);
  if (!facts) throw new DomainError('not_found');
  const instalment = await findAsked(deps, tx, userId, facts);
  const dueOn = instalment === undefined ? undefined : dueOnOf(facts, { instalment }, today);
  if (instalment === undefined || dueOn === undefined) throw new DomainError('payment_not_payable');
  await count();
  // The last instant of the day: the day of it is told as the last one.
  const dueMs = istDayBounds(dueOn).endMs - 1;
  const made = await links.make(tx, (now, expiresAt) =>
    repo.replaceLink(
      tx,
      { userId, paymentId, instalment },
      now,
      new Date(isAgreed(facts, today) ? dueMs : Math.max(expiresAt.getTime(), dueMs)),
    ),
  );
  const shown = made && (await showLink(deps, tx, userId, made.row));
  invariant(shown, 'a new link shows nothing');
  return { ...shown, ...aboutLink(made.row), token: made.token };
}

/** The number of the instalment that is due next; null where the loan is ended by a sum, undefined where nothing may be asked for. */
async function findAsked(
  deps: Deps,
  tx: Tx,
  userId: string,
  facts: PaymentFacts,
): Promise<number | null | undefined> {
  if ((await findSum(deps, tx, userId, facts)) !== undefined) return null;
  const rows = await instalmentsOf(deps, tx, userId, facts);
  return rows?.find((one) => unpaidOfInstalment(one) > 0)?.number;
}

/**
 * The instalments as money that comes today finds them; undefined where none may be asked for: nothing is owed any more, or the
 * bill may come back. Rule: LEND-X10
 */
async function instalmentsOf({ clock }: Deps, tx: Tx, userId: string, facts: PaymentFacts) {
  if (toPayment(facts, clock.today()).frozen !== null) return undefined;
  return (await loanToQuote(tx, userId, facts, clock.today()))?.instalments;
}

/**
 * The sum that ends the loan today, in paise, where it and no instalment is asked for: the rest of an agreed lower sum, or the charges
 * that stand when every instalment is paid. Undefined elsewhere.
 * Rule: LEND-14, LEND-24 (settlement), LEND-X10
 */
async function findSum(
  { clock }: Deps,
  tx: Tx,
  userId: string,
  facts: PaymentFacts,
): Promise<number | undefined> {
  const today = clock.today();
  const loan = await loanToQuote(tx, userId, facts, today);
  if (!loan) return undefined;
  const { frozen, settlement } = toPayment(facts, today);
  if (frozen !== null) return undefined;
  if (settlement) return settlement.restPaise;
  const isRest = isAgreed(facts, today) || loan.instalments.every((one) => unpaidOfInstalment(one) === 0);
  return isRest ? closingQuote(loan, today).totalPaise : undefined;
}

/** The day on which the money of a link is due, as its loan is frozen; undefined where its instalment never was. */
export function dueOnOf(
  facts: PaymentFacts,
  { instalment }: Pick<repo.RepayLinkRow, 'instalment'>,
  today: BusinessDate,
): BusinessDate | undefined {
  const { agreement, instalments, charges, loanStatus } = facts;
  if (instalment === null && agreement && (loanStatus === 'settled' || isAgreed(facts, today)))
    return lastDayOf(agreement, facts.freezes ?? [], today);
  const dueOn =
    instalment === null
      ? (charges?.at(-1)?.overdueOn ?? instalments?.at(-1)?.dueOn)
      : instalments?.find((one) => one.number === instalment)?.dueOn;
  return dueOn && shownDueOn(facts, dueOn);
}

/** Shows what a link asks for; undefined where its loan asks for no such money and it was not paid by the link. */
export async function showLink(
  deps: Deps,
  tx: Tx,
  userId: string,
  link: repo.RepayLinkRow,
): Promise<SharedInstalment | undefined> {
  const today = deps.clock.today();
  const facts = await findFactsOn(tx, userId, link.payment_id, today);
  invariant(facts, 'a payment disappeared');
  const dueDate = dueOnOf(facts, link, today);
  if (dueDate === undefined) return undefined;
  const repayment =
    link.repayment_id === null
      ? undefined
      : await findRepayment(tx, { userId, repaymentId: link.repayment_id });
  if (repayment && isRepaid(repayment))
    return { amountPaise: repayment.amount_paise, dueDate, state: 'paid' };
  if (link.instalment === null) {
    const amountPaise = await findSum(deps, tx, userId, facts);
    return amountPaise === undefined ? undefined : { amountPaise, dueDate, state: 'open' };
  }
  return showInstalment(deps, tx, userId, facts, { instalment: link.instalment, dueDate });
}

async function showInstalment(
  deps: Deps,
  tx: Tx,
  userId: string,
  facts: PaymentFacts,
  { instalment, dueDate }: { readonly instalment: number; readonly dueDate: BusinessDate },
): Promise<SharedInstalment | undefined> {
  const isAsked = (one: { readonly number: number }) => one.number === instalment;
  const agreed = facts.instalments?.find(isAsked);
  const owed = (await instalmentsOf(deps, tx, userId, facts))?.find(isAsked);
  if (agreed && unpaidOfInstalment(owed ?? agreed) === 0) {
    const amountPaise = agreed.principalPaise + agreed.feePaise + agreed.interestPaise;
    return { amountPaise, dueDate, state: 'paid' };
  }
  return owed && { amountPaise: unpaidOfInstalment(owed), dueDate, state: 'open' };
}

/** Money came and counts; that of a credit card goes back and leaves the instalment as it was. */
export function isRepaid({ status, failure_reason }: RepaymentRow): boolean {
  return status === 'succeeded' && failure_reason === null;
}

/** The part of a link's row that its owner sees beside what it shows. */
export function aboutLink({ id, created_at: createdAt, expires_at: expiresAt }: repo.RepayLinkRow) {
  return { id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
