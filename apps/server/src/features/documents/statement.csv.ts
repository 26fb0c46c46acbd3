import type { Language } from './documents.pages.ts';
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
  const lines = [['Mohlat', date, what, `${amount} (INR)`, `${balance} (INR)`], ...rows].map((row) =>
    row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  );
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

function rowsOf(loan: LoanStatement, frame: StatementFrame, language: Language): string[][] {
  const words = STATEMENT_WORDS[language];
  return [
    [`${frame.month}-01`, words.opening, '', decimal(loan.openingPaise)],
    ...loan.movements.map((movement) => [
      movement.on,
      describe(movement, language),
      decimal(movement.amountPaise),
      decimal(movement.balancePaise),
    ]),
    [frame.openOn ?? frame.lastOn, words.closing, '', decimal(loan.closingPaise)],
  ];
}

/** Paise as rupees a sheet can add up: `-5200.00`. */
function decimal(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0');
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
