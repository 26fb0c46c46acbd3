import {
  type Decision,
  type Journal,
  nameOfNewCharge,
  nameOfNewInstalment,
  type RowChange,
  type Source,
} from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { listOf, type Row, rowOf, type Value } from './rows.ts';
import { sourceName } from './source-names.ts';
import { eachInTurns } from './turns.ts';

/*
 * Decisions on their way into the database: each kind of change as a list of one composite type, all people together, written by
 * one call (db/functions/book.sql). Nothing is decided here.
 */

/** A person's decision, with the version of the borrower's state it was made from. */
export interface Decided {
  readonly userId: string;
  readonly version: number;
  readonly decision: Decision;
  /** The ids of rows that are new, where decisions before it made some. */
  readonly newIds?: NewIds;
}

/** Ids by what a decision calls a row that has none yet. */
type NewIds = ReadonlyMap<string, string>;

type Name = RowChange['change'];
type Of<N extends Name> = Extract<RowChange, { change: N }>;
/** The fields of a composite type: those of the change, the user's id, the id of a new row, and of each part of a waiver or row. */
type Field<N extends Name> =
  | 'userId'
  | Exclude<keyof Of<N>, 'change' | 'parts' | 'rows'>
  | (N extends 'charge_levied' | 'schedule_replaced' ? 'id' : never)
  | (N extends 'balance_waived' ? keyof Of<'balance_waived'>['parts'][number] : never)
  | (N extends 'schedule_replaced' ? keyof Of<'schedule_replaced'>['rows'][number] : never);

/** The fields of each composite type, in their order; a test compares them with the database. */
export const FIELDS: { readonly [N in Name]: readonly Field<N>[] } = {
  instalment_demanded: ['userId', 'loanId', 'number'],
  earmarks_applied: ['userId', 'loanId', 'number'],
  charge_levied: [
    'userId',
    'id',
    'loanId',
    'kind',
    'number',
    'lateDays',
    'leviedOn',
    'overdueOn',
    'amountPaise',
  ],
  standing_recorded: ['userId', 'loanId', 'on', 'dpd', 'class'],
  status_changed: ['userId', 'loanId', 'status'],
  allowance_set: ['userId', 'loanId', 'amountPaise'],
  hardship_ended: ['userId', 'loanId', 'hardshipId', 'on'],
  balance_waived: ['userId', 'loanId', 'on', 'number', 'chargeId', 'component', 'amountPaise'],
  waiver_applied: ['userId', 'loanId', 'waiverId', 'amountPaise'],
  share_waived: ['userId', 'loanId', 'waiverId', 'number', 'chargeId', 'component', 'amountPaise'],
  interest_forgone: ['userId', 'loanId', 'number', 'amountPaise'],
  loan_written_off: [
    'userId',
    'loanId',
    'writeOffId',
    'on',
    'principalPaise',
    'feePaise',
    'interestPaise',
    'chargesPaise',
  ],
  write_off_void: ['userId', 'loanId', 'writeOffId'],
  loan_ended: ['userId', 'loanId', 'on', 'status'],
  days_closed: ['userId', 'loanId', 'afterOn', 'throughOn', 'knownNextOn', 'nextOn'],
  next_day_set: ['userId', 'loanId', 'knownNextOn', 'nextOn'],
  repayment_settled: [
    'userId',
    'loanId',
    'repaymentId',
    'receivedAt',
    'valueOn',
    'providerPaymentRef',
    'failureReason',
  ],
  allocation_written: [
    'userId',
    'loanId',
    'repaymentId',
    'writtenBy',
    'number',
    'chargeId',
    'component',
    'amountPaise',
    'isEarmark',
  ],
  earmarks_released: ['userId', 'loanId', 'repaymentId'],
  instalment_paid: ['userId', 'loanId', 'number', 'principalPaise', 'feePaise', 'interestPaise'],
  charge_paid: ['userId', 'loanId', 'chargeId', 'amountPaise'],
  charge_waived: ['userId', 'loanId', 'chargeId', 'amountPaise'],
  schedule_replaced: [
    'userId',
    'id',
    'loanId',
    'repaymentId',
    'on',
    'number',
    'startOn',
    'dueOn',
    'principalPaise',
    'feePaise',
    'interestPaise',
  ],
  limit_freed: ['userId', 'loanId', 'amountPaise'],
  credit_settled: ['userId', 'state', 'hold', 'daysPastDue'],
};
const NAMES = Object.keys(FIELDS) as Name[];

type Lists = Record<Name, Row[]>;

/**
 * Writes what was decided of these people; answers whose version was another one by then: nothing of theirs was written, the
 * others' stands. The locks of the people's credit accounts are taken where they are not held.
 * Rule: LEND-C5, LEND-16
 * @throws what the database refuses; then nothing was written
 */
export async function book(tx: Tx, decided: readonly Decided[], now: Date): Promise<ReadonlySet<string>> {
  if (decided.length === 0) return new Set();
  const lists = Object.fromEntries(NAMES.map((name) => [name, []])) as unknown as Lists;
  const lines: Row[] = [];
  await eachInTurns(decided, ({ userId, decision, newIds = nameRows([decision]) }) => {
    for (const journal of decision.journals) addLines(lines, userId, journal, newIds);
    for (const change of withoutSuperseded(decision.changes))
      for (const row of rowsOf(userId, change, newIds)) lists[change.change].push(row);
  });
  const known = decided.map(({ userId, version }) => rowOf([userId, version]));
  const kinds = NAMES.filter((name) => lists[name].length > 0);
  const named = kinds.map((name, index) => `, p_${name} => $${index + 4}`);
  const [answer] = await tx.call<{ stale: string[] }>(
    `select book($1, $2, $3${named.join('')})::text[] as stale`,
    [listOf(known), now, listOf(lines), ...kinds.map((name) => listOf(lists[name]))],
  );
  const stale = new Set(answer?.stale);
  for (const { userId, decision } of decided) if (!stale.has(userId)) await tell(tx, userId, decision);
  return stale;
}

/**
 * Writes what was decided of one person, one decision after the other: each was made from the state that the one before it left, and
 * may name rows that one made. Rule: LEND-C5, LEND-W6
 * @throws when the version is another one, and what the database refuses
 */
export async function bookInOrder(
  tx: Tx,
  {
    userId,
    version,
    lived,
  }: { readonly userId: string; readonly version: number; readonly lived: readonly Decision[] },
  now: Date,
): Promise<void> {
  const newIds = nameRows(lived);
  let known = version;
  for (const one of lived) {
    const decision = { ...one, changes: one.changes.map(askedAnyway) };
    const stale = await book(tx, [{ userId, version: known, decision, newIds }], now);
    invariant(stale.size === 0, 'what is known of a borrower changed under a lock');
    known = await findVersion(tx, userId);
  }
}

/** Under the locks of all loans it does not matter when they were to be looked at: all their days are lived again. */
function askedAnyway(change: RowChange): RowChange {
  return 'knownNextOn' in change ? { ...change, knownNextOn: 'infinity' as BusinessDate } : change;
}

async function findVersion(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.call<{ version: number }>(
    'select book_version as version from credit_accounts where user_id = $1',
    [userId],
  );
  invariant(row, 'a borrower has a credit account');
  return row.version;
}

/** Journals of one person that change no row of the loan book. */
export interface PersonJournal {
  readonly userId: string;
  readonly journal: Journal;
}

/**
 * Writes journals of these people that no decision about a loan comes with; one that stands already is left alone.
 * Rule: LEND-16
 * @throws what the database refuses; then nothing was written
 */
export async function bookJournals(tx: Tx, journals: readonly PersonJournal[], now: Date): Promise<void> {
  if (journals.length === 0) return;
  // Lines of one source are written as one journal: a second one in the same call would double it.
  const bySource = new Map<string, string>();
  const lines: Row[] = [];
  for (const { userId, journal } of journals) {
    const own: Row[] = [];
    addLines(own, userId, journal, new Map());
    const source = `${userId} ${journal.kind} ${sourceIdOf(journal.source, journal.loanId, new Map())}`;
    const text = listOf(own);
    const before = bySource.get(source);
    invariant(before === undefined || before === text, 'two journals of one source have other lines');
    bySource.set(source, text);
    if (before === undefined) lines.push(...own);
  }
  await tx.call('select book_journals($1, $2)', [now, listOf(lines)]);
}

/** The ids of rows that are new, by what they are for; of equal ones the first decided sorts first. */
function nameRows(decisions: readonly Decision[]): NewIds {
  const names = decisions
    .flatMap(({ changes }) => changes)
    .flatMap((change) => {
      if (change.change === 'charge_levied') return [keyOf(change.loanId, nameOfNewCharge(change))];
      if (change.change !== 'schedule_replaced') return [];
      const { loanId, repaymentId, rows } = change;
      return rows.map(({ number }) => keyOf(loanId, nameOfNewInstalment(repaymentId, number)));
    });
  const ids = names.map(() => newId()).toSorted();
  return new Map(names.map((name, index) => [name, ids[index]!]));
}

const keyOf = (loanId: string | null, name: string) => `${loanId} ${name}`;

/** Kinds of change of which the last one of a loan counts: each of several days may say it again. */
const SUPERSEDED = new Set<Name>(['allowance_set', 'status_changed']);

/** Without what a later change of the same decision says again. */
function withoutSuperseded(changes: readonly RowChange[]): readonly RowChange[] {
  const nameOf = (change: RowChange) => `${change.change} ${'loanId' in change ? change.loanId : ''}`;
  const last = new Map(changes.map((change) => [nameOf(change), change]));
  return changes.filter((change) => !SUPERSEDED.has(change.change) || last.get(nameOf(change)) === change);
}

function addLines(
  lines: Row[],
  userId: string,
  { kind, source, loanId, effectiveOn, lines: parts }: Journal,
  newIds: NewIds,
): void {
  const sourceId = sourceIdOf(source, loanId, newIds);
  if (sourceId === undefined) throw new Error(`the journal ${kind} has no source`);
  for (const { account, amountPaise, loanId: ofLoan } of parts)
    lines.push(rowOf([userId, kind, sourceId, loanId, effectiveOn, account, ofLoan, amountPaise]));
}

/** A row that is new is named by its id, once that is known. */
function sourceIdOf(source: Source, loanId: string | null, newIds: NewIds) {
  if (source.of === 'charge') return newIds.get(keyOf(loanId, nameOfNewCharge(source)));
  if (source.of !== 'row') return sourceName(source);
  return sourceName({ ...source, id: newIds.get(keyOf(loanId, source.id)) ?? source.id });
}

function rowsOf(userId: string, change: RowChange, newIds: NewIds): Row[] {
  switch (change.change) {
    case 'charge_levied': {
      const id = newIds.get(keyOf(change.loanId, nameOfNewCharge(change)));
      return [fieldsOf(change.change, { ...change, userId, id })];
    }
    case 'balance_waived':
      return change.parts.map((part) =>
        fieldsOf(change.change, { ...change, ...part, userId, ...chargeOf(change.loanId, part, newIds) }),
      );
    case 'share_waived':
    case 'allocation_written':
    case 'charge_paid':
    case 'charge_waived':
      return [fieldsOf(change.change, { ...change, userId, ...chargeOf(change.loanId, change, newIds) })];
    case 'repayment_settled': {
      const receivedAt = new Date(change.receivedAt).toISOString();
      return [fieldsOf(change.change, { ...change, userId, receivedAt })];
    }
    case 'schedule_replaced':
      return change.rows.map((row) => {
        const id = newIds.get(keyOf(change.loanId, nameOfNewInstalment(change.repaymentId, row.number)));
        return fieldsOf(change.change, { ...change, ...row, userId, id });
      });
    default:
      return [fieldsOf(change.change, { ...change, userId })];
  }
}

/** A charge that is new is named by its row's id. */
function chargeOf(loanId: string, { chargeId }: { readonly chargeId: string | null }, newIds: NewIds) {
  return { chargeId: chargeId && (newIds.get(keyOf(loanId, chargeId)) ?? chargeId) };
}

function fieldsOf(name: Name, values: object): Row {
  const all = values as Readonly<Record<string, Value | undefined>>;
  return rowOf(FIELDS[name].map((field) => all[field]));
}

/** Each told by a job of its own, once. */
async function tell(tx: Tx, userId: string, { notices }: Decision): Promise<void> {
  for (const one of notices)
    switch (one.notice) {
      case 'nothing_owed_any_more': {
        const { loanId } = one;
        await tx.enqueue('losses.tell_closed', { userId, loanId }, { key: `losses.tell_closed:${loanId}` });
        break;
      }
      case 'credit_changed':
        await tx.enqueue('credit.tell_standing', { userId }, { key: `credit.tell_standing:${userId}` });
    }
}
