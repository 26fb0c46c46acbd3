import { after, type Borrower, closeThrough, type Decision, type Journal, type Loan } from '@mohlat/lending';
import { addDays } from '@mohlat/money';
import { expect } from 'vitest';
import { loadBorrowers, loadDays, sourceName } from '../src/features/lending/index.ts';
import type { Database, Tx } from '../src/platform/db/database.ts';

const BOOK = 'select book(';

/** The count of what was compared: a test asserts that it is not zero. */
export interface Compared {
  days: number;
  /** The number of journals, by kind. */
  readonly journals: Record<string, number>;
  /** The number of changed rows, by kind. */
  readonly changes: Record<string, number>;
  /** Days that were lived again after a loan was taken back. */
  again: number;
}

export function nothingCompared(): Compared {
  return { days: 0, journals: {}, changes: {}, again: 0 };
}

/**
 * A database on which each close of days is decided once more from everything that is known of the borrower: what was booked, line
 * by line, must be what that comes to, and a load after it must answer the state after its changes. It proves that the close loads
 * enough, that its list of changes is complete, and that many days booked in one call are the days one by one.
 */
export function besideKernel(database: Database, compared: Compared): Database {
  const watched = (tx: Tx): Tx => ({
    ...tx,
    call: async (text, values) => {
      if (!text.startsWith(BOOK)) return tx.call(text, values);
      const people = await Promise.all(usersOf(String(values?.[0])).map((userId) => lookAt(tx, userId)));
      const answer = await tx.call(text, values);
      for (const before of people) await compareClose(tx, before, compared);
      return answer as never;
    },
  });
  return {
    ...database,
    forUser: (userId, work) => database.forUser(userId, (tx) => work(watched(tx))),
    plain: (work) => database.plain((tx) => work(watched(tx))),
  };
}

/** The people of a list of `book_known` values, as text. */
function usersOf(known: string): string[] {
  return [...known.matchAll(/\(([\da-f-]+),/g)].map((match) => match[1]!);
}

interface Before {
  readonly borrower: Borrower;
  readonly journalIds: readonly string[];
}

async function lookAt(tx: Tx, userId: string): Promise<Before> {
  const borrower = await loadOne(tx, userId);
  const known = await tx.call<{ id: string }>('select id from journals where user_id = $1', [userId]);
  return { borrower, journalIds: known.map(({ id }) => id) };
}

async function compareClose(tx: Tx, { borrower: before, journalIds }: Before, compared: Compared) {
  const { userId } = before;
  const written = await loadOne(tx, userId);
  const closed = before.loans.flatMap((loan) => {
    const closedThroughOn = written.loans.find(({ id }) => id === loan.id)!.closedThroughOn;
    return closedThroughOn > loan.closedThroughOn ? [{ from: loan.closedThroughOn, closedThroughOn }] : [];
  });
  const [fromOn] = closed.map(({ from }) => addDays(from, 1)).toSorted();
  const throughOn = closed
    .map(({ closedThroughOn }) => closedThroughOn)
    .toSorted()
    .at(-1);
  if (fromOn === undefined || throughOn === undefined) return;
  const days = await loadDays(tx, fromOn, throughOn);
  const { decision: decided } = closeThrough(before, days);
  const about = `the close of ${fromOn} to ${throughOn} for ${userId}`;
  const booked = await bookedSince(tx, userId, journalIds);
  expect(journalsOf(decided, written), `journals: ${about}`).toEqual(booked);
  expect(comparable(after(before, decided.changes)), `rows: ${about}`).toEqual(comparable(written));
  tally(compared, before, decided, days.length);
}

async function loadOne(tx: Tx, userId: string): Promise<Borrower> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  if (borrower === undefined) throw new Error('no such borrower');
  return borrower;
}

interface Booked {
  readonly kind: string;
  readonly source: string;
  readonly loanId: string | null;
  readonly effectiveOn: string;
  readonly lines: readonly string[];
}

async function bookedSince(tx: Tx, userId: string, known: readonly string[]): Promise<Booked[]> {
  const rows = await tx.call<Booked>(
    `select j.source_kind as kind, j.source_id as source, j.loan_id as "loanId", j.effective_on as "effectiveOn",
       array_agg(concat_ws(' ', p.account, p.amount_paise, p.loan_id)) as lines
     from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
     where j.user_id = $1 and j.id <> all ($2::uuid[]) group by j.user_id, j.id`,
    [userId, known],
  );
  return inOrder(rows.map((row) => ({ ...row, lines: row.lines.toSorted() })));
}

function journalsOf({ journals }: Decision, written: Borrower): Booked[] {
  return inOrder(
    journals.map((journal) => ({
      kind: journal.kind,
      source: sourceOf(journal, written),
      loanId: journal.loanId,
      effectiveOn: journal.effectiveOn,
      lines: journal.lines
        .map(({ account, amountPaise, loanId }) => `${account} ${amountPaise} ${loanId ?? ''}`.trim())
        .toSorted(),
    })),
  );
}

function inOrder(journals: readonly Booked[]): Booked[] {
  const keyOf = ({ kind, source }: Booked) => `${kind} ${source}`;
  return journals.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** A new charge is named by the row that was written for it. */
function sourceOf({ source }: Journal, written: Borrower): string {
  if (source.of !== 'charge') return sourceName(source) ?? '';
  const loan = written.loans.find(({ id }) => id === source.loanId);
  const row = loan?.charges.find(
    ({ kind, number, lateDays }) =>
      kind === source.kind && number === source.number && lateDays === source.lateDays,
  );
  return row?.id ?? 'no such charge';
}

/** Without the ids of charges, which are made as they are written, and without an order of rows. */
function comparable(borrower: Borrower) {
  return { ...borrower, loans: borrower.loans.map((loan) => comparableLoan(loan)) };
}

function comparableLoan(loan: Loan) {
  const keyOf = (row: object) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const sorted = <Row extends object>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return {
    ...loan,
    charges: sorted(loan.charges.map((charge) => ({ ...charge, id: '' }))),
    reversedCharges: sorted(loan.reversedCharges),
    earmarks: sorted(loan.earmarks),
  };
}

function tally(compared: Compared, before: Borrower, { journals, changes }: Decision, days: number): void {
  compared.days += days;
  if (before.loans.some(({ rewoundCount }) => rewoundCount > 0)) compared.again += days;
  for (const { kind } of journals) compared.journals[kind] = (compared.journals[kind] ?? 0) + 1;
  for (const { change } of changes) compared.changes[change] = (compared.changes[change] ?? 0) + 1;
}
