import type { Trace } from '#platform/http/trace.ts';
import type {
  AnswerOf,
  BodyOf,
  listBreaks,
  listRailReads,
  QueryOf,
  resolveBreak,
  runReconciliation,
} from '@mohlat/contract';
import { differenceDueOn, mayResolve } from '@mohlat/lending';
import { type BusinessDate, DAY_MS, istDate, startOfDay } from '@mohlat/money';
import { propose } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { readBankHolidays } from '#platform/config/bank-holidays.ts';
import { z } from 'zod';
import { cutWhole, pageOf, type PageWanted } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { HOUSE_ID, resolveBreak as clearBreak } from '#features/breaks.ts';
import { tellThawed } from './reconciliation.freeze.ts';
import { READ_TASK } from './reconciliation.read.ts';
import { bookClearing } from './reconciliation.books.ts';
import * as days from './reconciliation.days.repo.ts';
import * as repo from './reconciliation.repo.ts';
import { allowedFor, clearedAlonePaise, proposedAs } from './reconciliation.rules.ts';

type Deps = Pick<FeatureContext, 'staff' | 'worker' | 'clock' | 'config'> & { readonly notifier: Notifier };
type Item = AnswerOf<typeof resolveBreak>;

export interface ReconciliationService {
  /** A page with something on it is audited, once for all of it. */
  list(actor: Actor, page: QueryOf<typeof listBreaks>, trace: Trace): Promise<AnswerOf<typeof listBreaks>>;
  /** Throws not_found. Audited. */
  get(actor: Actor, id: string, trace: Trace): Promise<Item>;
  /** Names no person, so it is not audited. */
  reads(actor: Actor, page: PageWanted): Promise<AnswerOf<typeof listRailReads>>;
  run(
    actor: Actor,
    body: BodyOf<typeof runReconciliation>,
    trace: Trace,
  ): Promise<AnswerOf<typeof runReconciliation>>;
  /** Throws not_found, own_account, break_resolved, resolution_not_allowed, approval_open. Audited. */
  resolve(actor: Actor, id: string, body: BodyOf<typeof resolveBreak>, trace: Trace): Promise<Item>;
}

const RAILS = {
  key: z.tuple([z.string()]),
  keyOf: ({ rail }: days.RailReadRow): [string] => [rail],
  isBehind: ([rail]: readonly [string], [after]: readonly [string]) => rail > after,
};
const toRailRead = (row: days.RailReadRow) => ({
  rail: row.rail,
  dayOn: row.day_on,
  rows: row.rows_count,
  readAt: row.read_at.toISOString(),
});

/** Lists differences for staff and clears them. The list is read under the staff's role; clearing runs as the worker. */
export function createReconciliationService(deps: Deps): ReconciliationService {
  const { staff, worker, clock, config } = deps;
  const holidays = readBankHolidays(config.env);
  const itemOf = (row: repo.BreakRow) => toItem(row, holidays, clock.now());
  const find = (actor: Actor, id: string) => staff.asStaff(actor, (tx) => getBreak(tx, id));
  return {
    list: (actor, page, trace) =>
      staff.asStaff(actor, async (tx) => {
        const rows = await repo.listForStaff(tx, page);
        const place = ({ opened_at: at, id }: repo.BreakRow) => ({ at, id });
        const { items, nextCursor } = pageOf(rows, page.limit, place);
        if (items.length > 0) {
          const details = { state: page.state, count: items.length };
          const note = { action: 'breaks.read', objectKind: 'break', details } as const;
          await writeAudit(tx, clock.now(), note, trace);
        }
        return { items: items.map(itemOf), nextCursor };
      }),
    get: (actor, id, trace) =>
      staff.asStaff(actor, async (tx) => {
        const row = await getBreak(tx, id);
        const note = { action: 'break.read', ...aboutOf(row), details: { kind: row.kind } } as const;
        await writeAudit(tx, clock.now(), note, trace);
        return itemOf(row);
      }),
    reads: (actor, page) =>
      staff.asStaff(actor, async (tx) => {
        const { items, nextCursor } = cutWhole(await days.listLastReads(tx), page, RAILS);
        return { items: items.map(toRailRead), nextCursor };
      }),
    run: (actor, { dayOn }, trace) =>
      worker.asStaff(actor, async (tx) => {
        if (dayOn > clock.today()) throw notYet();
        await tx.enqueue(READ_TASK, { day: dayOn }, { key: `${READ_TASK}:${dayOn}`, attemptsMax: 3 });
        const note = { action: 'reconciliation.run', objectKind: 'break', details: { dayOn } } as const;
        await writeAudit(tx, clock.now(), note, trace);
        const day = await days.findDay(tx, dayOn);
        return {
          dayOn,
          rows: day?.rows_count ?? 0,
          lastReadAt: day?.last_read_at?.toISOString() ?? null,
          closedReadAt: day?.closed_read_at?.toISOString() ?? null,
        };
      }),
    async resolve(actor, id, body, trace) {
      const { user_id: userId } = await find(actor, id);
      await worker.asStaffFor(actor, userId, (tx) => resolveIn(tx, deps, actor, id, body, trace));
      return itemOf(await find(actor, id));
    },
  };
}

async function getBreak(tx: Tx, id: string): Promise<repo.BreakRow> {
  const row = await repo.findBreak(tx, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

async function resolveIn(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  id: string,
  { resolution, note }: BodyOf<typeof resolveBreak>,
  trace: Trace,
): Promise<void> {
  const { user_id: userId } = await getBreak(tx, id);
  if (userId === actor.userId) throw new DomainError('own_account');
  // The lock serialises all that books against the same money; what one may do alone is checked under it.
  const seen = await repo.lockBreak(tx, id);
  // One instant for both: what is cleared on a day counts against the sum of that day.
  const now = deps.clock.now();
  if (!seen) throw new DomainError('not_found');
  if (seen.resolved_at) throw new DomainError('break_resolved');
  const amountPaise = repo.paiseDecided(seen, resolution);
  if (!mayResolve(repo.differenceOf(seen), resolution)) throw new DomainError('resolution_not_allowed');
  const today = startOfDay(istDate(now.getTime()));
  const clearedPaise = clearedAlonePaise(await repo.listClearedAlone(tx, actor.userId, today));
  const proposedKind = proposedAs(resolution, amountPaise, clearedPaise);
  if (proposedKind) {
    if (resolution === 'reverse' && seen.payment_id === null) throw new DomainError('resolution_not_allowed');
    const proposal = {
      kind: proposedKind,
      objectId: id,
      userId: ownerOf(userId),
      payload: { kind: seen.kind, ...(resolution === 'reverse' ? {} : { amountPaise }) },
      reason: note,
    };
    await propose(tx, actor, proposal, trace, now);
    return;
  }
  const by = { resolvedBy: actor.userId, note };
  const journalId =
    resolution === 'agreed' || resolution === 'reverse'
      ? null
      : await bookClearing(tx, { userId, id }, resolution, now);
  if (resolution !== 'agreed' && journalId === null) throw new DomainError('resolution_not_allowed');
  const ids = { userId, id, kind: seen.kind };
  const { isDone, isThawed } = await clearBreak(tx, ids, { resolution, journalId, ...by }, now);
  if (!isDone) throw new DomainError('break_resolved');
  const details = { kind: seen.kind, resolution, before: 'open', after: 'resolved' };
  const about = aboutOf({ id, user_id: userId });
  await writeAudit(tx, now, { action: 'reconciliation.resolve', ...about, details, reason: note }, trace);
  if (isThawed && seen.payment_id !== null)
    await tellThawed(deps, tx, { userId, paymentId: seen.payment_id });
}

/** A day to come has no list. */
function notYet(): DomainError {
  const errors = [{ path: 'dayOn', message: 'Choose today or a day before' }];
  return new DomainError('validation_failed', { errors });
}

/** Names the owner of the account; null for the house. */
function ownerOf(userId: string): string | null {
  return userId === HOUSE_ID ? null : userId;
}

function aboutOf({ id, user_id: userId }: Pick<repo.BreakRow, 'id' | 'user_id'>) {
  return { objectKind: 'break', objectId: id, subjectId: ownerOf(userId) };
}

function toItem(row: repo.BreakRow, holidays: readonly BusinessDate[], now: Date): Item {
  const isOpen = row.resolved_at === null;
  const openedOn = istDate(row.opened_at.getTime());
  const days = (Date.parse(istDate(now.getTime())) - Date.parse(openedOn)) / DAY_MS;
  return {
    id: row.id,
    kind: row.kind,
    rail: row.rail,
    state: isOpen ? (row.escalated_at ? 'escalated' : 'open') : 'resolved',
    owner: row.owner,
    reference: row.reference,
    businessOn: row.business_on,
    paymentId: row.payment_id,
    repaymentId: row.repayment_id,
    loanId: row.loan_id,
    oursPaise: row.ours_paise,
    theirsPaise: row.theirs_paise,
    openedAt: row.opened_at.toISOString(),
    ageDays: Math.max(0, days),
    dueOn: differenceDueOn(openedOn, holidays),
    escalatedAt: row.escalated_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolution: row.resolution,
    note: row.note,
    allowed: isOpen ? allowedFor(repo.differenceOf(row)) : [],
  };
}
