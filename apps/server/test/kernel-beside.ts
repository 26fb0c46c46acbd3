import { after, type Borrower, closeDay, type Decision, type Journal, type Loan } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { expect } from 'vitest';
import { loadBorrowers, loadDayFacts, sourceName } from '../src/features/lending/index.ts';
import type { Database, Tx } from '../src/platform/db/database.ts';

const CATCH_UP = 'select catch_up_days(';

/** How much was compared, so that a test can say that it was not nothing. */
export interface Compared {
  days: number;
  /** Of each kind, how many. */
  readonly journals: Record<string, number>;
  /** Of each kind, how many rows were changed. */
  readonly changes: Record<string, number>;
  /** Days that were lived again after a loan was taken back. */
  again: number;
}

export function nothingCompared(): Compared {
  return { days: 0, journals: {}, changes: {}, again: 0 };
}

/**
 * A database on which each day that is closed is decided by the kernel, too, in the same transaction: its journals must be the
 * ones that were booked, line by line, and the state after its changes the one that a load answers.
 */
export function besideKernel(database: Database, compared: Compared): Database {
  const watched = (tx: Tx): Tx => ({
    ...tx,
    call: async (text, values) => {
      if (!text.startsWith(CATCH_UP)) return tx.call(text, values);
      const [userId, throughOn, now] = values as [string, BusinessDate, Date];
      await closeBoth(tx, userId, throughOn, now, compared);
      return [];
    },
  });
  return {
    ...database,
    forUser: (userId, work) => database.forUser(userId, (tx) => work(watched(tx))),
    plain: (work) => database.plain((tx) => work(watched(tx))),
  };
}

async function closeBoth(tx: Tx, userId: string, throughOn: BusinessDate, now: Date, compared: Compared) {
  let before = await loadOne(tx, userId);
  for (;;) {
    const [next] = await tx.call<{ day: BusinessDate | null }>(
      'select min(closed_through_on) + 1 as day from loan_days where user_id = $1 and is_open',
      [userId],
    );
    const day = next?.day;
    if (day == null || day > throughOn) return;
    const decided = closeDay(before, day, await loadDayFacts(tx, day));
    const known = await tx.call<{ id: string }>('select id from journals where user_id = $1', [userId]);
    await tx.call('select close_day(array[$1::uuid], $2, $3)', [userId, day, now]);
    const written = await loadOne(tx, userId);
    const booked = await bookedSince(
      tx,
      userId,
      known.map(({ id }) => id),
    );
    const about = `the close of ${day} for ${userId}`;
    expect(journalsOf(decided, written), `journals: ${about}`).toEqual(booked);
    expect(comparable(after(before, decided.changes)), `rows: ${about}`).toEqual(comparable(written));
    tally(compared, before, decided);
    before = written;
  }
}

async function loadOne(tx: Tx, userId: string): Promise<Borrower> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  if (borrower === undefined) throw new Error('no such borrower');
  return borrower;
}

interface Booked {
  readonly kind: string;
  readonly source: string;
  readonly loanId: string;
  readonly effectiveOn: string;
  readonly lines: readonly string[];
}

async function bookedSince(tx: Tx, userId: string, known: readonly string[]): Promise<Booked[]> {
  const rows = await tx.call<Booked & Record<string, unknown>>(
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

function tally(compared: Compared, before: Borrower, { journals, changes }: Decision): void {
  compared.days += 1;
  if (before.loans.some(({ rewoundCount }) => rewoundCount > 0)) compared.again += 1;
  for (const { kind } of journals) compared.journals[kind] = (compared.journals[kind] ?? 0) + 1;
  for (const { change } of changes) compared.changes[change] = (compared.changes[change] ?? 0) + 1;
}
