import type { completedAgreement } from '@mohlat/lending';
import { istDate } from '@mohlat/money';
import type { PaymentFacts } from '#features/payments/index.ts';
import { dayText, type Language, money, openDocument } from '../documents.pages.ts';
import { loanNumber, type Parties } from '../receipt/receipts.pdf.ts';
import { RECEIPT_WORDS } from '../receipt/receipts.words.ts';

/** A loan that an agreed lower sum has ended. */
export type SettledFacts = PaymentFacts & { readonly closedOn: string; readonly disbursedOn: string };

type Completed = NonNullable<ReturnType<typeof completedAgreement>>;

/** The sum that was agreed, the money that made it complete, and that the rest is let off. Rule: LEND-24 (settlement) */
export function writeSettlement(
  facts: SettledFacts,
  agreement: Completed,
  parties: Parties,
  language: Language,
): Promise<Buffer> {
  const words = SETTLEMENT_WORDS[language];
  const shared = RECEIPT_WORDS[language];
  const closedOn = dayText(facts.closedOn, language);
  const foot = loanNumber(facts.id);
  const pdf = openDocument(words.title, foot, language, new Date(`${facts.closedOn}T00:00:00Z`));
  pdf.facts([
    { label: shared.name, value: parties.name },
    { label: shared.lender, value: parties.lender },
    { label: shared.proposal, value: loanNumber(facts.id) },
    { label: shared.bill, value: `${money(facts.amountPaise)}, ${facts.bankName} •••• ${facts.last4}` },
    { label: shared.lentOn, value: dayText(facts.disbursedOn, language) },
    { label: words.agreed, value: money(agreement.agreedPaise) },
    { label: words.agreedOn, value: dayText(istDate(agreement.agreedAt), language) },
    { label: words.payBy, value: dayText(agreement.payByOn, language) },
    { label: words.settledOn, value: closedOn },
  ]);
  pdf.heading(words.paid);
  const paid = agreement.receipts.filter(({ coveredPaise }) => coveredPaise > 0);
  const paidPaise = paid.reduce((sum, { coveredPaise }) => sum + coveredPaise, 0);
  pdf.table(
    [
      { label: words.day, share: 0.5 },
      { label: shared.amount, share: 0.5, align: 'right' },
    ],
    [
      ...paid.map((one) => [dayText(one.valueOn, language), money(one.coveredPaise)]),
      [words.total, money(paidPaise)],
    ],
  );
  pdf.paragraph(words.text(parties.lender, loanNumber(facts.id), closedOn));
  pdf.paragraph(words.bureaus);
  pdf.paragraph(shared.written, 'quiet');
  return pdf.end();
}

interface SettlementWords {
  readonly title: string;
  readonly agreed: string;
  readonly agreedOn: string;
  readonly payBy: string;
  readonly settledOn: string;
  readonly paid: string;
  readonly day: string;
  readonly total: string;
  readonly text: (lender: string, loan: string, on: string) => string;
  readonly bureaus: string;
}

const en: SettlementWords = {
  title: 'Settlement letter',
  agreed: 'Sum agreed',
  agreedOn: 'Agreed on',
  payBy: 'To be paid by',
  settledOn: 'Settled on',
  paid: 'What was paid of the agreed sum',
  day: 'Counts from',
  total: 'Total',
  text: (lender, loan, on) =>
    `${lender} confirms that the loan ${loan} was settled on ${on}: the lower sum that was agreed has been paid. What was left of it is let off. Nothing more is owed on it.`,
  bureaus:
    'The loan is closed in our books. It stays in credit bureau records as a settled loan, not as one repaid in full, as the law requires.',
};

const hi: SettlementWords = {
  title: 'समझौते से निपटान का पत्र',
  agreed: 'तय रकम',
  agreedOn: 'तय होने की तारीख',
  payBy: 'कब तक चुकाना था',
  settledOn: 'निपटान की तारीख',
  paid: 'तय रकम में क्या चुकाया गया',
  day: 'किस दिन से गिना गया',
  total: 'कुल',
  text: (lender, loan, on) =>
    `${lender} पुष्टि करता है कि ऋण ${loan} ${on} को समझौते से निपटा: जो कम रकम तय हुई थी, वह चुका दी गई। जो बाकी था, वह माफ़ किया गया। इस पर अब कुछ बकाया नहीं है।`,
  bureaus:
    'हमारे बहीखाते में यह ऋण बंद है। क़ानून के अनुसार क्रेडिट ब्यूरो में यह समझौते से निपटे ऋण के रूप में दर्ज रहता है, पूरे चुकाए गए ऋण के रूप में नहीं।',
};

const SETTLEMENT_WORDS = { en, hi } as const;
