import { type Cell, CSV_MARK, csvLines } from '#platform/csv/csv.ts';
import type { Language } from '../documents.pages.ts';
import type { LoanStatement, Statement } from './statement.rules.ts';
import { describe, type StatementFrame } from './statement.pdf.ts';
import { STATEMENT_WORDS } from './statement.words.ts';

/** The statement's lines as a sheet: amounts as plain decimals of rupees, one row a movement. */
export function writeStatementCsv(statement: Statement, frame: StatementFrame, language: Language): Buffer {
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
