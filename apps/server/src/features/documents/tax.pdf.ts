import { statedPlace } from '@mohlat/lending';
import { STATES } from '@mohlat/money';
import type { LenderIdentity } from '#features/settings/index.ts';
import type { PaymentFacts } from '#features/payments/index.ts';
import type { Pdf } from '#platform/pdf/document.ts';
import { dayText, type Language, money, openDocument } from './documents.pages.ts';
import type { TaxPaper } from './documents.repo.ts';
import { loanNumber, type Parties } from './receipts.pdf.ts';
import { TAX_WORDS } from './tax.words.ts';

/** The invoice of the fee, followed by the credit notes where it was given back. Rule: LEND-F2, LEND-F5. */
export function writeTaxDocuments(
  papers: readonly TaxPaper[],
  facts: Pick<PaymentFacts, 'id'>,
  parties: Parties,
  lender: LenderIdentity,
  language: Language,
): Promise<Buffer> {
  const words = TAX_WORDS[language];
  const createdAt = new Date(`${papers.at(-1)!.issued_on}T00:00:00Z`);
  const pdf = openDocument(words.title, loanNumber(facts.id), language, createdAt);
  pdf.facts([
    { label: words.supplier, value: lender.name },
    { label: words.address, value: lender.address },
    { label: words.gstin, value: lender.gstin },
    { label: words.recipient, value: parties.name },
    { label: words.place, value: placeOf(papers[0]!, lender, language) },
    { label: words.loan, value: loanNumber(facts.id) },
  ]);
  let invoice: string | undefined;
  for (const paper of papers) {
    writePaper(pdf, paper, invoice, language);
    if (paper.kind === 'invoice') invoice = paper.number;
  }
  pdf.paragraph(`${words.reverse} ${words.written}`, 'quiet');
  return pdf.end();
}

function writePaper(pdf: Pdf, paper: TaxPaper, against: string | undefined, language: Language): void {
  const words = TAX_WORDS[language];
  const isInvoice = paper.kind === 'invoice';
  const [what, rate, amount] = words.columns;
  pdf.heading(isInvoice ? words.invoice(paper.number) : words.creditNote(paper.number));
  pdf.facts([
    { label: words.issuedOn, value: dayText(paper.issued_on, language) },
    { label: words.suppliedOn, value: dayText(paper.supplied_on, language) },
    ...(isInvoice || against === undefined ? [] : [{ label: words.against, value: against }]),
  ]);
  const taxes = [
    ['CGST', paper.cgst_paise],
    ['SGST', paper.sgst_paise],
    ['IGST', paper.igst_paise],
  ] as const;
  const total = taxes.reduce((sum, [, tax]) => sum + tax, paper.taxable_paise);
  pdf.table(
    [
      { label: what, share: 0.6 },
      { label: rate, share: 0.15, align: 'right' },
      { label: amount, share: 0.25, align: 'right' },
    ],
    [
      [isInvoice ? words.service : words.givenBack, '', money(total)],
      [words.taxable, '', money(paper.taxable_paise)],
      ...taxes.filter(([, tax]) => tax !== 0).map(([name, tax]) => [name, rateOf(tax, paper), money(tax)]),
      [words.total, '', money(total)],
    ],
  );
}

/** The state with its GST code; of papers from before it was kept, the lender's. Rule: LEND-F2 */
function placeOf(paper: TaxPaper, lender: LenderIdentity, language: Language): string {
  const code = statedPlace({ supplyState: paper.supply_state });
  return code === undefined ? lender.state : `${STATES[code][language]} (${code})`;
}

/** The rate that was charged, in halves of a percent: the tax is rounded to paise. */
function rateOf(taxPaise: number, { taxable_paise }: TaxPaper): string {
  return `${Math.round((taxPaise * 200) / taxable_paise) / 2}%`;
}
