import {
  type AheadMoney,
  doubled,
  isFreedLimitSpent,
  type NotReleased,
  owedAgain,
  type PaidDebit,
  releasable,
} from '@mohlat/lending';
import { addDays, type BusinessDate, istDate, type Paise, paise, ZERO_PAISE } from '@mohlat/money';
import { catchUp, rebook, settleStanding } from '#features/lending/index.ts';
import { factsOn, findAllFacts, isAgreed } from '#features/payments/index.ts';
import { startRefunds } from '#features/refunds/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import * as repo from './repayments.repo.ts';
import { findHeldMoney, type HeldMoney } from './repayments.held.repo.ts';

/*
 * Money that is held for a later instalment goes back to its payer. The loan goes back to the day of the money and is lived again
 * with so much less of it, so that what a repayment covers stays a function of the repayments and the schedule; what was released is
 * excess from then on, and is refunded as any other.
 */

/** The part of a repayment that goes back if its payer asks, or why none does. */
type Releasable = ReturnType<typeof releasable>;

/** The facts beside a repayment that decide about its held money. */
interface Beside {
  readonly held: HeldMoney;
  /** The loans of which a lower sum is agreed that holds. */
  readonly agreed: ReadonlySet<string>;
}

function askRelease(row: repo.RepaymentRow, { held, agreed }: Beside): Releasable {
  const heldPaise = paise(row.held_paise);
  const againPaise = owedAgain(held.sharesOf(row.loan_id), heldPaise);
  return releasable(
    { channel: row.channel, heldPaise },
    {
      isDisputed: row.is_disputed,
      isAgreed: agreed.has(row.loan_id),
      isInUse: row.received_at !== null && isFreedLimitSpent(held.use, row.received_at.getTime(), againPaise),
    },
  );
}

/** The part of each of a person's repayments that goes back if its payer asks, in their order, or why none does. */
export async function listReleasable(
  tx: Tx,
  userId: string,
  rows: readonly repo.RepaymentRow[],
  today: BusinessDate,
): Promise<Releasable[]> {
  const beside = await findBeside(tx, userId, rows, today);
  return rows.map((row) => (beside ? askRelease(row, beside) : { refusal: 'nothing_held' }));
}

/** Undefined where nothing is held. */
async function findBeside(
  tx: Tx,
  userId: string,
  rows: readonly repo.RepaymentRow[],
  today: BusinessDate,
): Promise<Beside | undefined> {
  const loanIds = [...new Set(rows.filter((row) => row.held_paise > 0).map((row) => row.loan_id))];
  if (loanIds.length === 0) return undefined;
  const agreed = await findAgreed(tx, userId, loanIds, today);
  return { agreed, held: await findHeldMoney(tx, userId, loanIds) };
}

/** Those of a person's loans of which a lower sum is agreed that holds. */
async function findAgreed(
  tx: Tx,
  userId: string,
  loanIds: readonly string[],
  today: BusinessDate,
): Promise<ReadonlySet<string>> {
  const facts = await factsOn(tx, userId, await findAllFacts(tx, userId, loanIds), today);
  return new Set(facts.filter((one) => isAgreed(one, today)).map(({ id }) => id));
}

/**
 * Releases what is held of a repayment, because its payer asks for it. The caller settles nothing.
 * Rule: LEND-9 (EMI), LEND-S2. Locks: credit account, loans, repayment (LEND-C5)
 */
export async function releaseAsked(
  tx: Tx,
  ids: repo.RepaymentIds,
  now: Date,
): Promise<'not_found' | NotReleased | undefined> {
  const row = await repo.lockForSettlement(tx, ids);
  if (!row) return 'not_found';
  const { userId, repaymentId } = ids;
  // Rule: LEND-B3. What waited for an instalment that is demanded by now has paid it.
  const today = istDate(now.getTime());
  await catchUp(tx, userId, addDays(today, -1), now);
  const known = await repo.findRepayment(tx, ids);
  invariant(known, 'a repayment disappeared');
  // Under the lock that an acceptance takes as well: no bill is accepted meanwhile (LEND-C1).
  const [answer] = await listReleasable(tx, userId, [known], today);
  invariant(answer, 'a repayment is asked about');
  if ('refusal' in answer) return answer.refusal;
  const asked = { amountPaise: answer.amountPaise, wishedPaise: answer.amountPaise };
  const lived = await release(tx, { ...ids, loanId: row.loan_id }, asked, now);
  await settleStanding(tx, [userId], now);
  await startRefunds(tx, userId, lived, now);
  await repo.planDebits(tx, userId, row.loan_id);
  await tx.call(ANNOUNCE, [userId, 'repayment', repaymentId]);
  await tx.call(ANNOUNCE, [userId, 'payment', row.loan_id]);
  return undefined;
}

/**
 * Releases what was paid twice and is held for later instalments. Answers the loans that were lived again; where credit stands and the
 * refunds are the caller's, who has the locks of the loan. Rule: LEND-20 (double debit)
 */
export async function releaseDoubled(
  tx: Tx,
  userId: string,
  loanId: string,
  now: Date,
): Promise<readonly string[]> {
  const lived: string[] = [];
  // One at a time: what others are needed for follows from the loan as it stands without it.
  for (;;) {
    const money = await listAhead(tx, userId, loanId);
    const hasAny = money.some(({ aheadPaise }) => aheadPaise > 0);
    const [due] = hasAny ? doubled(money, await listPaidDebits(tx, userId, loanId)) : [];
    if (due === undefined) return lived;
    const { repaymentId, amountPaise } = due;
    const part = { amountPaise, wishedPaise: ZERO_PAISE };
    lived.push(...(await release(tx, { userId, loanId, repaymentId }, part, now)));
    await tx.call(ANNOUNCE, [userId, 'repayment', repaymentId]);
  }
}

async function release(
  tx: Tx,
  { userId, loanId, repaymentId }: repo.RepaymentIds & { readonly loanId: string },
  { amountPaise, wishedPaise }: { readonly amountPaise: Paise; readonly wishedPaise: Paise },
  now: Date,
): Promise<readonly string[]> {
  const [released] = await tx.call<{ valueOn: BusinessDate; returnedPaise: Paise }>(
    `update repayments r set released_paise = ${EXCESS} + $3, wished_paise = wished_paise + $5, released_at = $4
     where r.user_id = $1 and r.id = $2
     returning r.value_on as "valueOn", r.released_paise as "returnedPaise"`,
    [userId, repaymentId, amountPaise, now, wishedPaise],
  );
  invariant(released, 'a repayment disappeared');
  await keepInOrder(tx, userId, loanId);
  return rebook(tx, userId, { news: 'released', loanId, repaymentId, ...released }, now);
}

/**
 * Money that was to make instalments smaller and never could waits in order, as its payer was told. Without the money that goes back,
 * or that a bank takes back, a replay would lay the instalments out anew, at the day of that wish: it is a wish no more. Where it did so once, and a replay undid it,
 * its shares stand, as undone. Rule: LEND-9 (PART_PREPAY)
 */
export async function keepInOrder(tx: Tx, userId: string, loanId: string): Promise<void> {
  await tx.call(
    `update repayments r set intent = 'emi'
     where r.user_id = $1 and r.loan_id = $2 and r.status = 'succeeded' and r.intent = 'part_prepay' and not exists (
       select 1 from allocations a where a.user_id = r.user_id and a.repayment_id = r.id
         and a.number is null and a.component = 'principal')`,
    [userId, loanId],
  );
}

/** The part of the repayment `r` that goes back as it is, in SQL. */
const EXCESS = `(
  select coalesce(sum(a.amount_paise), 0)::bigint from allocations a
  where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess')`;

/** The part of the repayment `r` that closed its loan `l` before it was due, in SQL. */
const CLOSED_WITH = `(
  select coalesce(sum(a.amount_paise), 0)::bigint from allocations a
  where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component <> 'excess' and a.charge_id is null
    and not exists (
      select 1 from instalments i where i.user_id = a.user_id and i.loan_id = a.loan_id and i.is_active
        and i.number = a.number and i.due_on <= r.value_on))`;

/** Money from a credit card pays nothing, so it is no money for a debit's instalment either. */
function listAhead(tx: Tx, userId: string, loanId: string): Promise<AheadMoney[]> {
  return tx.call<AheadMoney>(
    `select r.id as "repaymentId", r.channel, extract(epoch from r.received_at)::float8 * 1000 as "receivedAt",
       ${repo.HELD} as "heldPaise", ${EXCESS} - r.wished_paise as "excessPaise", r.beside_id is not null as "isSecond",
       case when l.status = 'closed' and l.closed_on = r.value_on then ${CLOSED_WITH} else ${repo.HELD} end as "aheadPaise"
     from repayments r join loans l on l.user_id = r.user_id and l.id = r.loan_id
     where r.user_id = $1 and r.loan_id = $2 and r.status = 'succeeded' and r.failure_reason is null
     order by r.received_at, r.id`,
    [userId, loanId],
  );
}

/** The debits that paid. */
function listPaidDebits(tx: Tx, userId: string, loanId: string): Promise<PaidDebit[]> {
  return tx.call<PaidDebit>(
    `select extract(epoch from r.created_at)::float8 * 1000 as "askedAt", extract(epoch from r.heard_at)::float8 * 1000 as "heardAt", (
         select coalesce(sum(a.amount_paise), 0)::bigint from allocations a
         where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component <> 'excess') as "coveredPaise"
     from repayments r
     where r.user_id = $1 and r.loan_id = $2 and r.status = 'succeeded' and r.channel = 'mandate' and r.heard_at is not null
     order by r.created_at, r.id`,
    [userId, loanId],
  );
}
