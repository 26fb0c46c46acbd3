import { type KeyFacts, registrationText } from '@mohlat/contract';
import type { Pdf } from '#platform/pdf/document.ts';
import { dayText, instantText, type Language, money, openDocument } from '../documents.pages.ts';
import { KEY_FACTS_WORDS, type KeyFactsWords } from './key-facts.words.ts';

/** Whether the statement was agreed to, and when; before that, how long its price is held. */
export type Agreement =
  | { readonly acceptedAt: Date }
  | { readonly createdAt: Date; readonly expiresAt: Date };

/** The key facts statement in the regulator's order of rows, with Annex B and C. Rule: LEND-K3, LEND-K6. */
export function writeKeyFactsPdf(facts: KeyFacts, agreement: Agreement, language: Language): Promise<Buffer> {
  const words = KEY_FACTS_WORDS[language];
  const writtenAt = 'acceptedAt' in agreement ? agreement.acceptedAt : agreement.createdAt;
  const pdf = openDocument(words.title, facts.proposalNumber, language, writtenAt);
  pdf.paragraph(words.intro(facts.lender.name, registrationText(facts.lender.registration, language)));
  writePart1(pdf, facts, words);
  writePart2(pdf, facts, words);
  writeAprAnnex(pdf, facts, words, language);
  writeScheduleAnnex(pdf, facts, words, language);
  pdf.heading(words.accepted);
  pdf.facts([
    'acceptedAt' in agreement
      ? { label: words.acceptedAt, value: instantText(agreement.acceptedAt, language) }
      : {
          label: words.heldUntil,
          value: `${instantText(agreement.expiresAt, language)}. ${words.notAccepted}`,
        },
    { label: words.hash, value: `${facts.hash.slice(0, 32)} ${facts.hash.slice(32)} (${facts.version})` },
  ]);
  pdf.paragraph(words.proof, 'quiet');
  return pdf.end();
}

function writePart1(pdf: Pdf, facts: KeyFacts, words: KeyFactsWords): void {
  const { rows, columns } = words;
  const thirdParty = facts.thirdPartyFeePaise === 0 ? words.nil : money(facts.thirdPartyFeePaise);
  pdf.heading(words.part1);
  pdf.table(
    [
      { label: columns.number, share: 0.07 },
      { label: columns.what, share: 0.35 },
      { label: columns.value, share: 0.58 },
    ],
    [
      ['1', rows.proposal, facts.proposalNumber],
      ['', rows.type, words.type(facts)],
      ['2', rows.sanctioned, money(facts.sanctionedAmountPaise)],
      ['3', rows.disbursal, words.disbursal(facts)],
      ['4', rows.term, words.term(facts.termMonths)],
      ['5', rows.instalments, words.instalments(facts)],
      ['6', rows.rate, `${facts.annualRatePercent}%, ${words.fixed}`],
      ['7', rows.floating, words.notApplicable],
      ['8', rows.feesA, words.feeA(money(facts.serviceFeePaise), money(facts.gstIncludedPaise))],
      ['', rows.feesB, thirdParty],
      ['9', rows.apr, `${facts.aprPercent}%`],
      ['10', rows.late, words.late(facts.lateCharges)],
      ['', rows.bounce, words.bounce(money(facts.lateCharges.bouncePaise))],
      ['', rows.foreclosure, words.nil],
      ['', rows.switching, words.nil],
      ['', rows.other, words.nil],
    ],
  );
}

function writePart2(pdf: Pdf, facts: KeyFacts, words: KeyFactsWords): void {
  const { clauses, columns } = words;
  const texts = words.clauseTexts(facts);
  pdf.heading(words.part2);
  pdf.table(
    [
      { label: columns.number, share: 0.07 },
      { label: columns.what, share: 0.35 },
      { label: columns.value, share: 0.58 },
    ],
    (Object.keys(clauses) as (keyof typeof clauses)[]).map((clause, index) => [
      String(index + 1),
      clauses[clause],
      texts[clause],
    ]),
  );
}

function writeAprAnnex(pdf: Pdf, facts: KeyFacts, words: KeyFactsWords, language: Language): void {
  const { apr, columns } = words;
  const last = facts.schedule.at(-1);
  const amounts =
    last && last.amountPaise !== facts.instalmentPaise
      ? `${money(facts.instalmentPaise)} … ${money(last.amountPaise)}`
      : money(facts.instalmentPaise);
  pdf.heading(words.annexB);
  pdf.table(
    [
      { label: columns.number, share: 0.07 },
      { label: columns.what, share: 0.5 },
      { label: columns.value, share: 0.43, align: 'right' },
    ],
    [
      ['1', apr.sanctioned, money(facts.sanctionedAmountPaise)],
      ['2', apr.term, String(facts.termMonths)],
      ['3', apr.instalments, `${facts.instalmentCount} × ${amounts}`],
      ['4', apr.firstDue, dayText(facts.firstDueDate, language)],
      ['5', apr.rate, `${facts.annualRatePercent}%`],
      ['6', apr.interest, money(facts.interestPaise)],
      ['7', apr.feesLender, money(facts.serviceFeePaise)],
      ['8', apr.feesThird, money(facts.thirdPartyFeePaise)],
      ['9', apr.net, money(facts.disbursedAmountPaise)],
      ['10', apr.total, money(facts.totalAmountPaise)],
      ['11', apr.apr, `${facts.aprPercent}%`],
      ['12', apr.dueDates, facts.schedule.map((row) => dayText(row.dueDate, language)).join('; ')],
    ],
  );
}

function writeScheduleAnnex(pdf: Pdf, facts: KeyFacts, words: KeyFactsWords, language: Language): void {
  const shares = [0.07, 0.17, 0.18, 0.16, 0.12, 0.13, 0.17];
  let left = facts.sanctionedAmountPaise;
  const rows = facts.schedule.map((row) => {
    const before = left;
    left -= row.principalPaise + row.feePaise;
    return [
      String(row.number),
      dayText(row.dueDate, language),
      money(before),
      money(row.principalPaise),
      money(row.feePaise),
      money(row.interestPaise),
      money(row.amountPaise),
    ];
  });
  const total = (part: 'principalPaise' | 'feePaise' | 'interestPaise' | 'amountPaise') =>
    money(facts.schedule.reduce((sum, row) => sum + row[part], 0));
  pdf.heading(words.annexC);
  pdf.table(
    shares.map((share, index) => ({
      share,
      label: words.schedule[index] ?? '',
      ...(index < 2 ? {} : { align: 'right' as const }),
    })),
    [
      ...rows,
      [
        '',
        words.total,
        '',
        total('principalPaise'),
        total('feePaise'),
        total('interestPaise'),
        total('amountPaise'),
      ],
    ],
  );
}
