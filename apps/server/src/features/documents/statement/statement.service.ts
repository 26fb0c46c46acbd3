import type { AnswerOf, listStatements } from '@mohlat/contract';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import { type Cell, CSV_MARK, csvLines } from '#platform/csv/csv.ts';
import { cutWhole, type PageWanted } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Download } from '#platform/http/endpoints.ts';
import { type Language, money } from '../documents.pages.ts';
import * as repo from '../documents.repo.ts';
import { endOf, readNames } from '../names.ts';
import { loanNumber, type Parties } from '../receipt/receipts.pdf.ts';
import { describe, type StatementFrame, writeStatementPdf } from './statement.pdf.ts';
import type { BusinessDate } from '@mohlat/money';
import {
  buildStatement,
  type LoanStatement,
  monthDays,
  monthsBetween,
  type Statement,
} from './statement.rules.ts';
import { STATEMENT_WORDS } from './statement.words.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'limits'> & { readonly lender: LenderIdentity };

export interface StatementsService {
  list(actor: Actor, page: PageWanted): Promise<AnswerOf<typeof listStatements>>;
  pdf(actor: Actor, month: string, language: Language): Promise<Download>;
  csv(actor: Actor, month: string, language: Language): Promise<Download>;
}

export function createStatementsService(deps: Deps): StatementsService {
  const read = (actor: Actor, month: string) =>
    deps.api.asUser(actor, async (tx) => {
      await deps.limits.countIn(tx, 'document');
      return readMonth(deps, tx, actor.userId, month);
    });
  return {
    list: (actor, page) => deps.api.asUser(actor, (tx) => listMonths(deps, tx, actor.userId, page)),
    async pdf(actor, month, language) {
      const { statement, frame, parties } = await read(actor, month);
      const content = await writeStatementPdf(statement, frame, parties, language);
      return { type: 'application/pdf', name: `mohlat-statement-${month}.pdf`, content };
    },
    async csv(actor, month, language) {
      const { statement, frame } = await read(actor, month);
      const content = writeStatementCsv(statement, frame, language);
      return { type: 'text/csv; charset=utf-8', name: `mohlat-statement-${month}.csv`, content };
    },
  };
}

const MONTHS = {
  key: z.tuple([z.string()]),
  keyOf: ({ month }: { readonly month: string }): [string] => [month],
  isBehind: ([month]: readonly [string], [after]: readonly [string]) => month < after,
};

async function listMonths(
  { clock }: Deps,
  tx: Tx,
  userId: string,
  page: PageWanted,
): Promise<AnswerOf<typeof listStatements>> {
  const today = clock.today();
  const firstOn = await repo.findFirstDay(tx, userId);
  const months = firstOn === null ? [] : monthsBetween(firstOn, today);
  const changes = new Map(
    (await repo.listMonthlyChanges(tx, userId)).map((row) => [row.month, row.amount_paise]),
  );
  const closedOn = await repo.findClosedThrough(tx);
  let closingPaise = 0;
  const items = months.toReversed().map((month) => {
    closingPaise += changes.get(month) ?? 0;
    return { month, isComplete: isOver(month, closedOn, today), closingPaise };
  });
  return cutWhole(items.toReversed(), page, MONTHS);
}

/** True once every day of a month is over and closed: what a close posts after midnight is of the day before. */
const isOver = (month: string, closedOn: BusinessDate | null, today: BusinessDate): boolean => {
  const { lastOn } = monthDays(month);
  return lastOn < today && closedOn !== null && lastOn <= closedOn;
};

async function readMonth(
  { clock, lender }: Deps,
  tx: Tx,
  userId: string,
  month: string,
): Promise<{ statement: Statement; frame: StatementFrame; parties: Parties }> {
  const today = clock.today();
  const { firstOn, lastOn } = monthDays(month);
  const began = await repo.findFirstDay(tx, userId);
  if (began === null || began > lastOn || firstOn > today) throw new DomainError('not_found');
  const throughOn = lastOn < today ? lastOn : today;
  const openOn = isOver(month, await repo.findClosedThrough(tx), today) ? null : throughOn;
  const statement = buildStatement(
    await repo.listOwedBefore(tx, userId, firstOn),
    await repo.listCounters(tx, userId, firstOn, lastOn),
    throughOn,
  );
  const titles = (await repo.listTitles(tx, userId)).map(
    (row) =>
      [
        row.id,
        `${row.bank_name} •••• ${row.last4} · ${money(row.amount_paise)} · ${loanNumber(row.id)}`,
      ] as const,
  );
  const nameAt = await readNames(tx, userId);
  return {
    statement,
    frame: { month, lastOn, openOn, titles: new Map(titles) },
    parties: { name: nameAt(endOf(throughOn)), lender: lender.name },
  };
}

/** The statement's lines as a sheet: amounts as plain decimals of rupees, one row a movement. */
function writeStatementCsv(statement: Statement, frame: StatementFrame, language: Language): Buffer {
  const words = STATEMENT_WORDS[language];
  const rows = statement.loans.flatMap((loan) => {
    const title = frame.titles.get(loan.loanId) ?? words.noLoan;
    return rowsOf(loan, frame, language).map((row) => [title, ...row]);
  });
  const [date, what, amount, balance] = words.columns;
  const head = ['Mohlat', date, what, `${amount} (INR)`, `${balance} (INR)`];
  return Buffer.from(CSV_MARK + csvLines([head, ...rows], { isQuoted: true }));
}

function rowsOf(loan: LoanStatement, frame: StatementFrame, language: Language): Cell[][] {
  const words = STATEMENT_WORDS[language];
  return [
    [`${frame.month}-01`, words.opening, '', BigInt(loan.openingPaise)],
    ...loan.movements.map((movement) => [
      movement.on,
      describe(movement, language),
      BigInt(movement.amountPaise),
      BigInt(movement.balancePaise),
    ]),
    [frame.openOn ?? frame.lastOn, words.closing, '', BigInt(loan.closingPaise)],
  ];
}
