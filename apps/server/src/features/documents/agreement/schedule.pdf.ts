import { type InstalmentState, paidOfInstalment } from '@mohlat/money';
import type { PaymentFacts } from '#features/payments/index.ts';
import { dayText, type Language, money, openDocument } from '../documents.pages.ts';
import { loanNumber, type Parties } from '../receipt/receipts.pdf.ts';
import { RECEIPT_WORDS } from '../receipt/receipts.words.ts';

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

interface ScheduleWords {
  readonly title: string;
  readonly text: string;
  readonly changes: string;
  readonly change: (on: string, amount: string, before: string, after: string) => string;
  readonly schedule: string;
  readonly columns: readonly string[];
  readonly total: string;
}

const en: ScheduleWords = {
  title: 'Repayment schedule',
  text: 'The schedule in force. It takes the place of the one in the key facts statement; due dates and rate are the same.',
  changes: 'What changed it',
  change: (on, amount, before, after) =>
    `${on}: ${amount} paid early. The next instalment became ${after}; it was ${before}.`,
  schedule: 'Instalments',
  columns: ['No.', 'Due date', 'Bill', 'Fee', 'Interest', 'Amount', 'Paid'],
  total: 'Total',
};

const hi: ScheduleWords = {
  title: 'चुकौती की समय-सारणी',
  text: 'लागू समय-सारणी। यह मुख्य तथ्यों वाली समय-सारणी की जगह लेती है; तारीख़ें और दर वही हैं।',
  changes: 'किससे बदली',
  change: (on, amount, before, after) =>
    `${on}: ${amount} पहले चुकाए। अगली किस्त ${after} हुई; पहले ${before} थी।`,
  schedule: 'किस्तें',
  columns: ['क्र.', 'देय तिथि', 'बिल', 'शुल्क', 'ब्याज', 'रकम', 'चुकाया'],
  total: 'कुल',
};

const SCHEDULE_WORDS = { en, hi } as const;
