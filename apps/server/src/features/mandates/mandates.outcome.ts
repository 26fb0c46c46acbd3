import { addDays, formatRupees, istDate, paise } from '@mohlat/money';
import { writtenDay } from '#features/notifications/index.ts';
import { creditDebit, failRepayment } from '#features/repayments/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { PaymentState } from '#providers/index.ts';
import type { MandateDeps } from './mandates.look.ts';
import {
  announceAt,
  debitReference,
  type FailurePolicy,
  nextTry,
  policyOf,
  reasonOf,
  REVIEW_AFTER_MS,
} from './mandates.rules.ts';
import * as repo from './mandates.work.repo.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPEN = ['planned', 'announced', 'presenting', 'presented', 'review'] as const;

/** What the order's payments say of a debit that was asked for. Money is credited, a refusal is final, the rest waits. */
export async function judgeDebit(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
  payments: readonly PaymentState[],
): Promise<void> {
  const now = deps.clock.now();
  const isTaken = payments.some(({ status }) => status === 'captured' || status === 'authorized');
  if (isTaken) {
    const isCredited = await creditDebit(deps, { userId: ids.userId, repaymentId: ids.presentationId });
    return isCredited ? finish(deps, ids, row) : putAside(deps, ids);
  }
  const last = payments.at(-1);
  if (payments.length > 0 && payments.every(({ status }) => status === 'failed'))
    return failDebit(deps, ids, row, reasonOf(last?.failure));
  const waitingMs = now.getTime() - (row.presented_at ?? row.created_at).getTime();
  if (waitingMs >= REVIEW_AFTER_MS[row.kind]) return putAside(deps, ids);
  const nextLookAt = new Date(now.getTime() + (row.kind === 'upi' ? 5 * MINUTE : HOUR));
  await deps.worker.forUser(ids.userId, (tx) =>
    repo.savePresentation(tx, ids, ['presenting', 'presented', 'review'], 'presented', { nextLookAt }),
  );
}

/** Nobody knows, or the amount is not ours: a person looks into it, and so do we, once a day. */
async function putAside(deps: MandateDeps, ids: repo.PresentationIds): Promise<void> {
  const nextLookAt = new Date(deps.clock.now().getTime() + 24 * HOUR);
  await deps.worker.forUser(ids.userId, (tx) =>
    repo.savePresentation(tx, ids, ['presenting', 'presented', 'review'], 'review', { nextLookAt }),
  );
  deps.log.error({ presentationId: ids.presentationId }, 'debit: nobody knows what became of it');
}

/** Told at once, with whom to turn to. Rule: LEND-20 post-debit notice. */
async function finish(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  const now = deps.clock.now();
  await deps.worker.forUser(ids.userId, async (tx) => {
    const isMine = await repo.savePresentation(tx, ids, OPEN, 'paid', { nextLookAt: null, endedAt: now });
    if (!isMine) return;
    const { grievanceOfficer: officer } = deps.lender;
    const amount = formatRupees(paise(row.amount_paise));
    const about = aboutDebit(deps, row);
    await deps.notifier.notify(
      tx,
      ids.userId,
      {
        type: 'success',
        icon: 'check',
        title: `${amount} was collected`,
        description: `Instalment ${row.number}, ${row.bank_name} •• ${row.last4}.`,
        template: 'mandate.debited',
        vars: { ...about, officer: officer.name, officerPhone: officer.phone, officerEmail: officer.email },
      },
      now,
    );
  });
}

function aboutDebit({ config }: MandateDeps, row: repo.PresentationRow) {
  return {
    amount: formatRupees(paise(row.amount_paise)),
    instalment: String(row.number),
    bank: row.bank_name,
    last4: row.last4,
    reference: debitReference(row.id),
    link: `${config.publicUrl}/dashboard/payments/${row.loan_id}`,
  };
}

/**
 * The debit was surely not made. Want of funds is tried again on due + 3 and due + 7, the bank's trouble on the next
 * day, each with its own notice; a dead mandate is looked at, and the person is told. Rule: LEND-20, LEND-L6.
 */
export async function failDebit(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  seen: repo.PresentationRow,
  reason: string,
): Promise<void> {
  const now = deps.clock.now();
  const policy = policyOf(reason);
  if (policy === 'ours') deps.log.error({ presentationId: ids.presentationId, reason }, 'debit: our mistake');
  await deps.worker.forUser(ids.userId, async (tx) => {
    const row = await repo.lockPresentation(tx, ids, now);
    if (!row) return;
    const end = { nextLookAt: null, endedAt: now, reason };
    if (!(await repo.savePresentation(tx, ids, OPEN, 'failed', end))) return;
    await failRepayment(tx, { userId: ids.userId, repaymentId: ids.presentationId }, reason);
    const isBounce = policy === 'funds' && row.kind === 'enach';
    const chargedPaise = isBounce ? await repo.chargeBounce(tx, ids.userId, row, now) : 0;
    // Rule: LEND-X10. Nothing is asked of the person, so nothing is tried again, and nobody is told to pay.
    const next = row.is_frozen ? undefined : await planNext(deps, tx, ids.userId, row, policy);
    if (policy === 'dead')
      await repo.saveMandateLook(tx, { userId: ids.userId, mandateId: row.mandate_id }, now);
    await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
    if (!row.is_frozen) await tellFailed(deps, tx, ids.userId, seen, { policy, chargedPaise, next }, now);
  });
}

async function planNext(
  deps: MandateDeps,
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  policy: FailurePolicy,
): Promise<Date | undefined> {
  const now = deps.clock.now();
  const tries = { dueOn: row.due_on, ...(await repo.countTries(tx, userId, row)) };
  const next = nextTry(policy, tries, now, istDate(now.getTime()));
  if (next && row.unpaid_paise >= 100)
    await replan(tx, userId, row, { presentAt: next, amountPaise: row.unpaid_paise }, now);
  return next;
}

/** Another try of the same instalment: a new order, and a notice of its own. */
export async function replan(
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  wanted: { readonly presentAt: Date; readonly amountPaise: number },
  now: Date,
): Promise<void> {
  const nextLookAt = announceAt(wanted.presentAt, now);
  await repo.planAgain(tx, userId, { id: newId(), after: row, ...wanted, nextLookAt }, now);
}

interface Failure {
  readonly policy: FailurePolicy;
  /** What the return cost; zero for nothing. */
  readonly chargedPaise: number;
  readonly next: Date | undefined;
}

async function tellFailed(
  deps: MandateDeps,
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  { policy, chargedPaise, next }: Failure,
  now: Date,
): Promise<void> {
  const about = aboutDebit(deps, row);
  const why =
    policy === 'funds' ? 'There was not enough money in your account.' : 'The debit did not go through.';
  const charge = chargedPaise > 0 ? ` A bounce charge of ${formatRupees(paise(chargedPaise))} applies.` : '';
  const then = next
    ? `We try again on ${writtenDay(istDate(next.getTime()), 'en')}. You can also pay now.`
    : `We do not try again. Please pay it yourself by ${writtenDay(addDays(row.due_on, 3), 'en')}, so that no late charge arises.`;
  const what = `${why}${charge} ${then}`;
  await deps.notifier.notify(
    tx,
    userId,
    {
      type: 'warning',
      icon: 'alert',
      title: `${about.amount} could not be collected`,
      description: what,
      template: 'mandate.debit_failed',
      vars: { ...about, what },
    },
    now,
  );
}
