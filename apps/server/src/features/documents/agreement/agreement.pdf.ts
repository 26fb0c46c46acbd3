import { type KeyFacts, registrationText } from '@mohlat/contract';
import { AGREEMENT_WORDS } from './agreement.words.ts';
import { instantText, type Language, money, openDocument } from '../documents.pages.ts';
import { KEY_FACTS_WORDS } from './key-facts.words.ts';
import { RECEIPT_WORDS } from '../receipt/receipts.words.ts';

/** The evidence of an acceptance, and what stands beside the key facts. */
export interface Acceptance {
  readonly borrower: string;
  /** The time the terms were offered, and until when. */
  readonly offeredAt: Date;
  readonly openUntil: Date;
  readonly acceptedAt: Date;
  /** The network address; null where it was erased. */
  readonly acceptedFrom: string | null;
  readonly publicUrl: string;
}

/**
 * The sanction letter on a page of its own, then the agreement. Each figure is the key facts’ own: the schedule is taken in by
 * the hash of the statement that has it. Rule: LEND-K6.
 */
export function writeAgreementPdf(
  facts: KeyFacts,
  acceptance: Acceptance,
  language: Language,
): Promise<Buffer> {
  const words = AGREEMENT_WORDS[language];
  const { acceptedAt } = acceptance;
  const pdf = openDocument(words.title, facts.proposalNumber, language, acceptedAt);
  writeLetter(pdf, facts, acceptance, language);
  pdf.page();
  writeAgreement(pdf, facts, acceptance, language);
  return pdf.end();
}

type Paper = ReturnType<typeof openDocument>;

function writeLetter(pdf: Paper, facts: KeyFacts, acceptance: Acceptance, language: Language): void {
  const words = AGREEMENT_WORDS[language];
  const { rows, nil, ...shared } = KEY_FACTS_WORDS[language];
  const registration = registrationText(facts.lender.registration, language);
  pdf.heading(words.letter);
  pdf.paragraph(words.letterText(facts.lender.name));
  pdf.facts([
    { label: words.lender, value: `${facts.lender.name} (${registration})` },
    { label: words.borrower, value: acceptance.borrower },
    { label: rows.proposal, value: facts.proposalNumber },
    { label: rows.type, value: shared.type(facts) },
    { label: rows.sanctioned, value: money(facts.sanctionedAmountPaise) },
    { label: rows.disbursal, value: shared.disbursal(facts) },
    { label: rows.term, value: shared.term(facts.termMonths) },
    { label: rows.instalments, value: shared.instalments(facts) },
    { label: rows.rate, value: `${facts.annualRatePercent}%, ${shared.fixed}` },
    { label: rows.apr, value: `${facts.aprPercent}%` },
    { label: rows.feesA, value: shared.feeA(money(facts.serviceFeePaise), money(facts.gstIncludedPaise)) },
    {
      label: rows.feesB,
      value: facts.thirdPartyFeePaise === 0 ? nil : money(facts.thirdPartyFeePaise),
    },
    { label: words.total, value: money(facts.totalAmountPaise) },
    { label: words.sanctionedAt, value: instantText(acceptance.offeredAt, language) },
    { label: words.openUntil, value: instantText(acceptance.openUntil, language) },
  ]);
  pdf.paragraph(words.letterEnd);
}

function writeAgreement(pdf: Paper, facts: KeyFacts, acceptance: Acceptance, language: Language): void {
  const words = AGREEMENT_WORDS[language];
  const shared = KEY_FACTS_WORDS[language];
  const { publicUrl, acceptedFrom } = acceptance;
  const places = { site: publicUrl, privacy: `${publicUrl}/privacy`, terms: `${publicUrl}/terms` };
  pdf.heading(words.agreement);
  pdf.paragraph(words.agreementText(facts.lender.name));
  for (const [index, [heading, text]] of words.clauses(facts, places).entries()) {
    pdf.facts([{ label: `${index + 1}. ${heading}`, value: text }]);
  }
  pdf.heading(words.byReference);
  pdf.paragraph(words.byReferenceText);
  pdf.facts([
    { label: shared.hash, value: `${facts.hash.slice(0, 32)} ${facts.hash.slice(32)} (${facts.version})` },
  ]);
  pdf.heading(shared.accepted);
  pdf.facts([
    { label: words.borrower, value: acceptance.borrower },
    { label: shared.acceptedAt, value: instantText(acceptance.acceptedAt, language) },
    { label: words.place, value: words.placeText(publicUrl) },
    ...(acceptedFrom === null ? [] : [{ label: words.acceptedFrom, value: acceptedFrom }]),
  ]);
  pdf.paragraph(shared.proof, 'quiet');
  pdf.paragraph(RECEIPT_WORDS[language].written, 'quiet');
}
