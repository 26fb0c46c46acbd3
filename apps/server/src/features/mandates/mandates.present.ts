import {
  isDayMissed,
  nextStep,
  openFor,
  presentableFrom,
  presentAt,
  UNPAID_DEBIT_STATES,
} from '@mohlat/lending';
import { formatRupees, HOUR_MS, istDate, MINUTE_MS, paise } from '@mohlat/money';
import { settleStanding } from '#features/lending/index.ts';
import { findContact } from '#features/me/index.ts';
import { type Language, writtenDay } from '#features/notifications/index.ts';
import { beginDebit, creditDebit } from '#features/repayments/index.ts';
import { isPaused } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { isAnswer, ProviderError, ProviderRejected } from '#providers/index.ts';
import type { MandateDeps } from './mandates.look.ts';
import { failDebit, finishLate, judgeDebit } from './mandates.outcome.ts';
import { debitReference, reasonOfRefusal } from './mandates.rules.ts';
import {
  answerBy,
  debitOf,
  gaveWay,
  isWindowOver,
  keepWaiting,
  putAside,
  verdictOf,
} from './mandates.waiting.ts';
import * as repo from './mandates.work.repo.ts';

/** While staff have paused debits, each looks so often whether they go on. */
const PAUSED_MS = 5 * MINUTE_MS;

const isAhead = ({ state }: repo.PresentationRow) => state === 'planned' || state === 'announced';
const hasEnded = ({ state }: repo.PresentationRow) => UNPAID_DEBIT_STATES.some((one) => one === state);

/** Takes a try one step further: announced, presented, settled. Silence of the provider decides nothing. */
export async function lookAtPresentation(deps: MandateDeps, ids: repo.PresentationIds): Promise<void> {
  const row = await deps.worker.forUser(ids.userId, (tx) => repo.findPresentation(tx, ids));
  if (!row || row.next_look_at === null) return;
  try {
    if (isAhead(row) && nextStep(debitOf(row, deps.clock.now()), deps.clock.now()).step !== 'go_on')
      await giveWay(deps, ids);
    else if (row.state === 'planned') await announce(deps, ids, row);
    else if (row.state === 'announced') await awaitNotice(deps, ids, row);
    else if (hasEnded(row)) await finishLate(deps, ids);
    else await settle(deps, ids, row);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ presentationId: ids.presentationId, outcome: error.name }, 'debit: no clear answer');
    // The same question gets the same answer: beyond the window a person decides, as about silence of the bank.
    if (isAnswer(error) && isWindowOver(deps, row)) return putAside(deps, ids, row);
    await save(deps, ids, [row.state], row.state, { nextLookAt: after(deps, MINUTE_MS) });
  }
}

/**
 * Ends a try that the bank was not asked for yet where it is not wanted as it is by now. Only that: under the locks of the
 * try it may be done beside a look that is under way. When the lower one is announced, its own next look says. Rule: LEND-20, LEND-C9.
 */
export async function giveWayIfChanged(
  deps: Pick<MandateDeps, 'worker' | 'clock'>,
  ids: repo.PresentationIds,
): Promise<void> {
  const row = await deps.worker.forUser(ids.userId, (tx) => repo.findPresentation(tx, ids));
  if (row && isAhead(row) && nextStep(debitOf(row, deps.clock.now()), deps.clock.now()).step !== 'go_on')
    await giveWay(deps, ids);
}

const after = (deps: MandateDeps, ms: number) => new Date(deps.clock.now().getTime() + ms);

function save(deps: MandateDeps, ids: repo.PresentationIds, ...change: Change): Promise<boolean> {
  return deps.worker.forUser(ids.userId, (tx) => repo.savePresentation(tx, ids, ...change));
}
type Change =
  Parameters<typeof repo.savePresentation> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** A debit that is not wanted as it is ends, for a lower one where a part was paid. */
async function giveWay(
  deps: Pick<MandateDeps, 'worker' | 'clock'>,
  ids: repo.PresentationIds,
): Promise<void> {
  await deps.worker.forUser(ids.userId, async (tx) => {
    const row = await repo.lockPresentation(tx, ids);
    if (row && isAhead(row)) await gaveWay(tx, ids, row, deps.clock.now());
  });
}

/** Makes the order of the debit and tells the person, a day before at the latest. Rule: LEND-20. */
async function announce(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  // A lower debit may stand under the notice that was given for the higher one, on the day it names.
  const isNoticed = (now: Date) => row.noticed_at !== null && !isDayMissed(row.present_at, now);
  const debitAtBy = (now: Date) =>
    isNoticed(now) ? row.present_at : presentAt(row.kind, istDate(row.present_at.getTime()), now);
  const askedFor = debitAtBy(deps.clock.now());
  let orderRef: string;
  try {
    orderRef = await makeOrder(deps, row, askedFor);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    return failDebit(deps, ids, reasonOfRefusal(error));
  }
  await deps.worker.forUser(ids.userId, async (tx) => {
    await repo.lockPresentation(tx, ids);
    // A notice of ours is given here, after a wait for the lock: its day begins here.
    const now = deps.clock.now();
    const debitAt = row.kind === 'upi' ? askedFor : debitAtBy(now);
    const isDone = await repo.savePresentation(tx, ids, ['planned'], 'announced', {
      orderRef,
      presentAt: debitAt,
      nextLookAt: row.kind === 'upi' ? after(deps, 2 * MINUTE_MS) : debitAt,
      // For eNACH the notice is ours; for UPI it is the provider's, and ours besides.
      ...(row.kind === 'enach' && !isNoticed(now) ? { noticedAt: now } : {}),
    });
    if (isDone) await tellDue(deps, tx, ids.userId, row, debitAt, now);
  });
}

async function makeOrder(deps: MandateDeps, row: repo.PresentationRow, debitAt: Date): Promise<string> {
  const { mandates, collection } = deps.providers;
  const order = { receipt: row.id, amount: row.amount_paise, notes: { repaymentId: row.id } };
  const context = { requestId: row.id, actor: 'job' } as const;
  const { orderRef } =
    row.kind === 'upi'
      ? await mandates.notify({ ...order, tokenRef: row.token_ref, debitAfter: debitAt }, context)
      : await collection.createOrder(order, context);
  return orderRef;
}

async function tellDue(
  deps: MandateDeps,
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  debitAt: Date,
  now: Date,
): Promise<void> {
  const due = (language: Language) => ({
    lender: deps.lender.name,
    amount: formatRupees(paise(row.amount_paise)),
    date: writtenDay(istDate(debitAt.getTime()), language),
    reference: debitReference(row.id),
    instalment: String(row.number),
    bank: row.bank_name,
    last4: row.last4,
  });
  await deps.notifier.notify(
    tx,
    userId,
    (language) => ({
      type: 'info',
      icon: 'calendar',
      ...DUE_LINE[language](due(language)),
      language,
      template: 'mandate.debit_due',
      vars: { ...due(language), link: `${deps.config.publicUrl}/dashboard/payments/${row.loan_id}` },
      aboutId: row.id,
      // Later it would name a day that is over, beside the notice of another one.
      until: debitAt,
    }),
    now,
  );
}

interface DueDebit {
  readonly lender: string;
  readonly amount: string;
  readonly date: string;
  readonly reference: string;
  readonly instalment: string;
  readonly bank: string;
  readonly last4: string;
}

/** The notice in the app: lender, amount, day, reference, purpose and how to stop it, as in the mail and the SMS. Rule: LEND-20 */
const DUE_LINE = {
  en: (due: DueDebit) => ({
    title: `${due.amount} will be collected on ${due.date}`,
    description: `${due.lender} collects instalment ${due.instalment} of your payment to ${due.bank} •• ${due.last4}, reference ${due.reference}. Keep the money ready, or cancel autopay before.`,
  }),
  hi: (due: DueDebit) => ({
    title: `${due.date} को ${due.amount} लिए जाएँगे`,
    description: `${due.lender} ${due.bank} •• ${due.last4} के आपके भुगतान की किस्त ${due.instalment} लेगा, संदर्भ ${due.reference}। रकम तैयार रखें, या उस दिन से पहले ऑटोपे रद्द करें।`,
  }),
} as const satisfies Record<Language, (due: DueDebit) => { title: string; description: string }>;

/** No delivered notice, no presentation; and none on another day than the notice names. Rule: LEND-20. */
async function awaitNotice(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  if (isDayMissed(row.present_at, deps.clock.now())) return failDebit(deps, ids, 'day_missed');
  const noticedAt = row.kind === 'upi' ? await askOfNotice(deps, row) : await findNotice(deps, ids, row);
  if (noticedAt === 'failed') return failDebit(deps, ids, 'notice_failed');
  if (noticedAt === 'pending') {
    if (deps.clock.now() >= row.present_at) return failDebit(deps, ids, 'notice_failed');
    const nextLookAt = row.kind === 'upi' ? after(deps, 5 * MINUTE_MS) : row.present_at;
    return void (await save(deps, ids, ['announced'], 'announced', { nextLookAt }));
  }
  const from = presentableFrom(row.kind, row.present_at, noticedAt, deps.clock.now());
  // Its notice came too late for its day.
  if (isDayMissed(row.present_at, from)) return failDebit(deps, ids, 'notice_failed');
  if (deps.clock.now() < from)
    return void (await save(deps, ids, ['announced'], 'announced', {
      nextLookAt: from,
      ...(row.kind === 'upi' ? { noticedAt } : {}),
    }));
  if (!(await areReturnedFinal(deps, ids, row)))
    return void (await save(deps, ids, ['announced'], 'announced', { nextLookAt: after(deps, HOUR_MS) }));
  const begun = await begin(deps, ids, noticedAt);
  if (begun) await present(deps, ids, begun);
}

/** Asks when the provider's notice of a UPI debit was delivered, if it is not known yet. */
async function askOfNotice(deps: MandateDeps, row: repo.PresentationRow): Promise<Noticed> {
  if (row.noticed_at !== null) return row.noticed_at;
  const notice = await deps.providers.mandates.getNotice(row.order_ref ?? '');
  return notice.state === 'delivered' ? (notice.deliveredAt ?? deps.clock.now()) : notice.state;
}
type Noticed = Date | 'pending' | 'failed';

/** Finds when our own notice of an eNACH debit left. */
async function findNotice(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<Noticed> {
  return (await deps.worker.forUser(ids.userId, (tx) => repo.findNotice(tx, ids.userId, row))) ?? 'pending';
}

/**
 * A payment that failed may succeed within days: before its instalment is presented once more, what became of it is looked
 * at, and credited. False while one of them is open again.
 */
async function areReturnedFinal(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<boolean> {
  const { userId } = ids;
  const returned = await deps.worker.forUser(userId, (tx) => repo.listReturned(tx, userId, row));
  for (const { id, orderRef } of returned) {
    const payments = await deps.providers.collection.paymentsOf(orderRef);
    if (verdictOf(payments) === 'taken') await creditDebit(deps, { userId, repaymentId: id });
    else if (payments.some(({ status }) => status === 'created')) return false;
  }
  return true;
}

/** Writes down that the debit is being asked for, before it is: unless it is not wanted as it is by now. */
function begin(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  noticedAt: Date,
): Promise<repo.PresentationRow | undefined> {
  return deps.worker.forUser(ids.userId, async (tx) => {
    const row = await repo.lockPresentation(tx, ids);
    const now = deps.clock.now();
    const today = istDate(now.getTime());
    if (row?.state !== 'announced' || row.order_ref === null) return undefined;
    // The wait for the lock passed midnight, or began a peak hour: the next look decides anew.
    if (isDayMissed(row.present_at, now) || openFor(row.kind, now) > now) return undefined;
    // The message came back meanwhile.
    if (row.kind === 'enach' && (await repo.findNotice(tx, ids.userId, row)) === null) return undefined;
    if (await gaveWay(tx, ids, row, now)) return undefined;
    if (await isPaused(tx, 'debits')) {
      await repo.savePresentation(tx, ids, ['announced'], 'announced', {
        nextLookAt: new Date(now.getTime() + PAUSED_MS),
        // Our own notice of an eNACH debit may come back as long as no bank was asked.
        ...(row.kind === 'upi' ? { noticedAt } : {}),
      });
      return undefined;
    }
    await repo.savePresentation(tx, ids, ['announced'], 'presenting', {
      nextLookAt: new Date(now.getTime() + MINUTE_MS),
      askedAt: now,
      answerByOn: answerBy(deps, today),
      noticedAt,
    });
    await beginDebit(
      tx,
      {
        userId: ids.userId,
        repaymentId: row.id,
        loanId: row.loan_id,
        amountPaise: row.amount_paise,
        orderRef: row.order_ref,
        number: row.number,
      },
      now,
    );
    // Lateness has no effect while the bank is asked.
    if (row.due_on < today) await settleStanding(tx, [ids.userId], now);
    return row;
  });
}

/** Asks for the debit, once. Whatever comes back is looked up at the order before anything else is done. */
async function present(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  const orderRef = row.order_ref ?? '';
  const { email, mobile } = await deps.worker.forUser(ids.userId, (tx) =>
    findContact(tx, deps.vault, ids.userId),
  );
  try {
    await deps.providers.mandates.present(
      {
        orderRef,
        tokenRef: row.token_ref,
        customerRef: row.customer_ref,
        email,
        contact: mobile && `+91${mobile}`,
        amount: row.amount_paise,
      },
      { requestId: ids.presentationId, actor: 'job' },
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error instanceof ProviderRejected) {
      const payments = await deps.providers.collection.paymentsOf(orderRef);
      if (payments.length === 0) return failDebit(deps, ids, reasonOfRefusal(error));
    } else {
      deps.log.warn({ presentationId: ids.presentationId, outcome: error.name }, 'debit: outcome unknown');
      return;
    }
  }
  await save(deps, ids, ['presenting'], 'presented', { nextLookAt: after(deps, 5_000) });
}

async function settle(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  const payments = await deps.providers.collection.paymentsOf(row.order_ref ?? '');
  if (verdictOf(payments) !== 'open') return judgeDebit(deps, ids, row, payments);
  const what = await keepWaiting(deps, ids, row, payments.length === 0);
  if (what === 'ask_again' && (await beginAgain(deps, ids, row))) await present(deps, ids, row);
}

/** Writes down that a debit whose request was lost is asked for again: on the same order, never on another. Rule: LEND-20 */
function beginAgain(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<boolean> {
  return deps.worker.forUser(ids.userId, async (tx) => {
    await repo.lockPresentation(tx, ids);
    const now = deps.clock.now();
    // The wait for the lock passed midnight: the next look decides anew.
    if (isDayMissed(row.present_at, now)) return false;
    const isHeld = await isPaused(tx, 'debits');
    const openAt = isHeld ? new Date(now.getTime() + PAUSED_MS) : openFor(row.kind, now);
    const isOpen = openAt <= now;
    const change = isOpen
      ? { nextLookAt: new Date(now.getTime() + MINUTE_MS), askedAt: now }
      : { nextLookAt: openAt };
    const isMine = await repo.savePresentation(
      tx,
      ids,
      [row.state],
      isOpen ? 'presenting' : row.state,
      change,
    );
    return isMine && isOpen;
  });
}
