import type { BusinessDate } from '@mohlat/money';
import type { Pdf } from '#platform/pdf/document.ts';
import { dayText, type Language, money, monthText, openDocument } from '../documents.pages.ts';
import type { Parties } from '../receipt/receipts.pdf.ts';
import type { LoanStatement, Movement, Statement } from './statement.rules.ts';
import { STATEMENT_WORDS } from './statement.words.ts';

/** The month of a statement and the titles of its payments. */
export interface StatementFrame {
  readonly month: string;
  readonly lastOn: BusinessDate;
  /** The day it is written, while the month is not over. */
  readonly openOn: BusinessDate | null;
  /** The title of each payment, by its id. */
  readonly titles: ReadonlyMap<string | null, string>;
}

export function writeStatementPdf(
  statement: Statement,
  frame: StatementFrame,
  parties: Parties,
  language: Language,
): Promise<Buffer> {
  const words = STATEMENT_WORDS[language];
  const createdAt = new Date(`${frame.openOn ?? frame.lastOn}T00:00:00Z`);
  const pdf = openDocument(words.title(monthText(frame.month, language)), frame.month, language, createdAt);
  if (frame.openOn) pdf.paragraph(words.sofar(dayText(frame.openOn, language)));
  pdf.facts([
    { label: words.name, value: parties.name },
    { label: words.lender, value: parties.lender },
  ]);
  pdf.heading(words.all);
  pdf.facts([
    { label: words.opening, value: money(statement.openingPaise) },
    { label: words.closing, value: money(statement.closingPaise) },
  ]);
  if (statement.loans.length === 0) pdf.paragraph(words.nothing);
  for (const loan of statement.loans) {
    pdf.heading(frame.titles.get(loan.loanId) ?? words.noLoan);
    writeMovements(pdf, loan, language);
  }
  pdf.paragraph(`${words.sign} ${words.written}`, 'quiet');
  return pdf.end();
}

function writeMovements(pdf: Pdf, loan: LoanStatement, language: Language): void {
  const words = STATEMENT_WORDS[language];
  const [date, what, amount, balance] = words.columns;
  pdf.table(
    [
      { label: date, share: 0.18 },
      { label: what, share: 0.42 },
      { label: amount, share: 0.2, align: 'right' },
      { label: balance, share: 0.2, align: 'right' },
    ],
    [
      ['', words.opening, '', money(loan.openingPaise)],
      ...loan.movements.map((movement) => [
        dayText(movement.on, language),
        describe(movement, language),
        money(movement.amountPaise),
        money(movement.balancePaise),
      ]),
      ['', words.closing, '', money(loan.closingPaise)],
    ],
  );
}

export function describe({ kind, effectiveOn }: Movement, language: Language): string {
  const words = STATEMENT_WORDS[language];
  const back = effectiveOn === null ? '' : ` (${words.backDated(dayText(effectiveOn, language))})`;
  return `${words.kinds[kind]}${back}`;
}
