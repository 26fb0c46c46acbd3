import { type InstalmentState, paidOfInstalment } from '@mohlat/money';
import type { PaymentFacts } from '#features/payments/index.ts';
import { dayText, type Language, money, openDocument } from './documents.pages.ts';
import { loanNumber, type Parties } from './receipts.pdf.ts';
import { RECEIPT_WORDS } from './receipts.words.ts';
import { SCHEDULE_WORDS } from './schedule.words.ts';

/** A loan that was booked. */
export type BookedFacts = PaymentFacts & {
  readonly disbursedOn: string;
  readonly instalments: NonNullable<PaymentFacts['instalments']>;
};

const SHARES = [0.07, 0.19, 0.16, 0.13, 0.13, 0.16, 0.16];

const sumOf = (one: InstalmentState) => one.principalPaise + one.feePaise + one.interestPaise;

/** The schedule in force, instalment by instalment, and what made it another one than was agreed to. Rule: LEND-9. */
export function writeSchedule(facts: BookedFacts, parties: Parties, language: Language): Promise<Buffer> {
  const words = SCHEDULE_WORDS[language];
  const shared = RECEIPT_WORDS[language];
  const changes = facts.partPrepayments ?? [];
  // The date of the last change: the same schedule makes the same file.
  const since = changes.at(-1)?.on ?? facts.disbursedOn;
  const pdf = openDocument(words.title, loanNumber(facts.id), language, new Date(`${since}T00:00:00Z`));
  pdf.facts([
    { label: shared.name, value: parties.name },
    { label: shared.lender, value: parties.lender },
    { label: shared.proposal, value: loanNumber(facts.id) },
    { label: shared.bill, value: `${money(facts.amountPaise)}, ${facts.bankName} •••• ${facts.last4}` },
  ]);
  if (changes.length > 0) {
    pdf.paragraph(words.text);
    pdf.heading(words.changes);
    for (const one of changes)
      pdf.paragraph(
        words.change(
          dayText(one.on, language),
          money(one.principalPaise + one.interestPaise),
          money(one.instalmentBeforePaise),
          money(one.instalmentAfterPaise),
        ),
      );
  }
  pdf.heading(words.schedule);
  pdf.table(
    SHARES.map((share, index) => ({
      share,
      label: words.columns[index] ?? '',
      ...(index < 2 ? {} : { align: 'right' as const }),
    })),
    [...facts.instalments.map((one) => rowOf(one, language)), totalOf(facts.instalments, words.total)],
  );
  pdf.paragraph(shared.written, 'quiet');
  return pdf.end();
}

function rowOf(one: InstalmentState, language: Language): string[] {
  const parts = [one.principalPaise, one.feePaise, one.interestPaise, sumOf(one), paidOfInstalment(one)];
  return [String(one.number), dayText(one.dueOn, language), ...parts.map((part) => money(part))];
}

function totalOf(rows: readonly InstalmentState[], label: string): string[] {
  const total = (part: (one: InstalmentState) => number) =>
    money(rows.reduce((sum, one) => sum + part(one), 0));
  return [
    '',
    label,
    total((one) => one.principalPaise),
    total((one) => one.feePaise),
    total((one) => one.interestPaise),
    total(sumOf),
    total((one) => paidOfInstalment(one)),
  ];
}
