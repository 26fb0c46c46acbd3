import {
  type Borrower,
  closedBefore,
  firstDayOf,
  isLive,
  type LateNews,
  type Loan,
  type LoanPast,
  type Rebooked,
  rebookFrom,
  type TakenBack,
} from '@mohlat/lending';
import { addDays, type BusinessDate, istDate, outstandingOf } from '@mohlat/money';
import { openBreak } from '#features/breaks.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { bookInOrder } from './book.ts';
import { findNextDay, loadDays, loadKnown } from './load.ts';
import { loadPasts } from './load-past.ts';
import { listOf, type Row, rowOf, type Value } from './rows.ts';

/**
 * Puts late news into a person's books where it belongs: loans are taken back to its day and lived again, in one transaction. Where
 * credit stands is settled by the caller, and so are notices and refunds: answers the loans that were lived again. Takes the locks of the credit account and of all loans.
 * Rule: LEND-W5 to LEND-W7, LEND-D2, LEND-C5
 */
export async function rebook(tx: Tx, userId: string, news: LateNews, now: Date): Promise<readonly string[]> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call('select 1 from loans where user_id = $1 order by id for update', [userId]);
  const [known] = await loadKnown(tx, [userId]);
  invariant(known, 'a borrower has a credit account');
  const { borrower, version } = known;
  const loanId = news.news === 'received' ? news.money.loanId : news.loanId;
  const loan = borrower.loans.find(({ id }) => id === loanId);
  invariant(loan, 'a loan belongs to its borrower');
  const fromOn = firstDayOf(loan, news);
  const today = istDate(now.getTime());
  const openOn = await findNextDay(tx, userId);
  const pasts = await loadPasts(tx, userId, fromOn);
  const reopenedOn = borrower.loans.map((one) => addDays(closedBefore(one, pastOf(pasts, one), fromOn), 1));
  const firstOn = [fromOn, openOn ?? fromOn, ...reopenedOn].reduce(earlierOf);
  const days = await loadDays(tx, firstOn, addDays(today, -1));
  const rebooked = rebookFrom(borrower, news, { pasts, days, today });
  const taken = await writeTakenBack(tx, { userId, version, rebooked }, now);
  invariant(taken !== null, 'what is known of a borrower changed under a lock');
  await bookInOrder(tx, { userId, version: taken, lived: rebooked.lived }, now);
  await tellOfWriteOffs(tx, borrower, rebooked, now);
  return rebooked.takenBack.map((back) => back.loan.id);
}

function pastOf(pasts: readonly LoanPast[], { id }: Loan): LoanPast {
  const past = pasts.find(({ loanId }) => loanId === id);
  invariant(past, 'a loan has a past');
  return past;
}

/**
 * Tells finance of a write-off that came to nothing because by late news the loan might not be written off then: it is owed in the books
 * again, which the two who decided do not know. A loan that was repaid needs nothing more. One that came to nothing before is known.
 * Rule: LEND-D5, LEND-W6
 */
async function tellOfWriteOffs(
  tx: Tx,
  { userId, loans: before }: Borrower,
  { borrower: { loans: after }, takenBack, lived }: Rebooked,
  now: Date,
): Promise<void> {
  const decided = takenBack.flatMap(({ writeOffs }) => writeOffs);
  for (const change of lived.flatMap(({ changes }) => changes)) {
    if (change.change !== 'write_off_void') continue;
    const { loanId: paymentId, writeOffId: reference } = change;
    const [was, is] = [before, after].map((loans) => loans.find(({ id }) => id === paymentId));
    const isStanding = decided.some((one) => one.id === reference && one.effectiveOn === was?.writtenOffOn);
    if (!was || !is || !isStanding || !isLive(is)) continue;
    const found = {
      userId,
      kind: 'hand_booked',
      rail: 'razorpay',
      owner: 'finance',
      paymentId,
      reference,
    } as const;
    const detail = { writtenOffOn: was.writtenOffOn, leftPaise: outstandingOf(is) };
    await openBreak(tx, { ...found, oursPaise: outstandingOf(was), detail }, now);
  }
}

const earlierOf = (a: BusinessDate, b: BusinessDate) => (a < b ? a : b);

/** The fields of the composite types of `take_back`, in their order; a test compares them with the database. */
export const BACK_FIELDS = {
  loan_taken_back: [
    'loanId',
    'on',
    'status',
    'closedOn',
    'writtenOffOn',
    'closedThroughOn',
    'isOpen',
    'noNewPenalThroughOn',
  ],
  repayment_taken_back: ['loanId', 'repaymentId'],
  instalment_put_back: [
    'loanId',
    'id',
    'isActive',
    'releasedBy',
    'isDemanded',
    'paidPrincipalPaise',
    'paidFeePaise',
    'paidInterestPaise',
  ],
  share_put_back: ['loanId', 'id', 'isActive', 'releasedBy', 'isEarmark'],
  charge_put_back: ['loanId', 'id', 'paidPaise', 'waivedPaise', 'isReversed'],
  waiver_taken_back: ['loanId', 'waiverId', 'isOver'],
  write_off_taken_back: ['loanId', 'writeOffId', 'isOver'],
} as const;

type Kind = keyof typeof BACK_FIELDS;
type Fields<Name extends Kind> = Readonly<Record<(typeof BACK_FIELDS)[Name][number], Value>>;

function row<Name extends Kind>(name: Name, values: Fields<Name>): Row {
  const fields: readonly (keyof Fields<Name>)[] = BACK_FIELDS[name];
  return rowOf(fields.map((field) => values[field]));
}

/** Loans as they stood on an earlier day, and what took effect since taken back; answers the borrower's version by then. */
async function writeTakenBack(
  tx: Tx,
  { userId, version, rebooked }: KnownRebooked,
  now: Date,
): Promise<number | null> {
  const { takenBack, usedAgainPaise } = rebooked;
  const each = (rows: (back: TakenBack, loanId: string) => Row[]) =>
    listOf(takenBack.flatMap((back) => rows(back, back.loan.id)));
  const [answer] = await tx.call<{ version: number | null }>(
    `select take_back(p_user_id => $1, p_version => $2, p_used_again_paise => $3, p_now => $4, p_journals => $5, p_loans => $6,
       p_repayments => $7, p_instalments => $8, p_shares => $9, p_charges => $10, p_waivers => $11, p_write_offs => $12) as version`,
    [
      userId,
      version,
      usedAgainPaise,
      now,
      takenBack.flatMap(({ journals }) => journals),
      each(({ on, loan }, loanId) => [row('loan_taken_back', { ...loan, loanId, on, isOpen: isLive(loan) })]),
      each(({ receipts }) => receipts.map((one) => row('repayment_taken_back', one))),
      each(({ instalments }, loanId) =>
        instalments.map((one) => row('instalment_put_back', { loanId, ...one })),
      ),
      each(({ shares }, loanId) => shares.map((one) => row('share_put_back', { loanId, ...one }))),
      each(({ charges }, loanId) => charges.map((one) => row('charge_put_back', { loanId, ...one }))),
      each((back, loanId) =>
        back.waivers.map(({ id: waiverId, isTiny }) =>
          // A tiny balance follows from the days, and is let off again where it arises again.
          row('waiver_taken_back', { loanId, waiverId, isOver: isTiny || isUndone(back) }),
        ),
      ),
      each((back, loanId) =>
        back.writeOffs.map(({ id: writeOffId }) =>
          row('write_off_taken_back', { loanId, writeOffId, isOver: isUndone(back) }),
        ),
      ),
    ],
  );
  invariant(answer, 'a function answers');
  return answer.version;
}

/** Nothing of an undone loan is granted or given up again. */
const isUndone = ({ loan }: TakenBack) => loan.status === 'unwound';

interface KnownRebooked {
  readonly userId: string;
  readonly version: number;
  readonly rebooked: Rebooked;
}
