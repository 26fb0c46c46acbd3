import { type BusinessDate, businessDate, type InstalmentState, paidOfInstalment } from '@mohlat/money';
import { type PaymentFacts, shownDueOn } from '#features/payments/index.ts';
import { dayText, type Language, money, openDocument } from '../documents.pages.ts';
import { loanNumber, type Parties } from '../receipt/receipts.pdf.ts';
import { RECEIPT_WORDS } from '../receipt/receipts.words.ts';

/** A loan that was booked. */
export type BookedFacts = PaymentFacts & {
  readonly disbursedOn: string;
  readonly instalments: NonNullable<PaymentFacts['instalments']>;
  /** The bill network says that the bill may be on its way back. */
  readonly isFrozen: boolean;
};

const SHARES = [0.07, 0.19, 0.16, 0.13, 0.13, 0.16, 0.16];

const sumOf = (one: InstalmentState) => one.principalPaise + one.feePaise + one.interestPaise;

/** The date of the last change: the same schedule makes the same file. */
export function scheduledOn({
  disbursedOn,
  partPrepayments,
  freezes,
}: Pick<BookedFacts, 'disbursedOn' | 'partPrepayments' | 'freezes'>): BusinessDate {
  const changedOn = [
    ...(partPrepayments ?? []).map(({ on }) => on),
    ...(freezes ?? []).map(({ fromOn }) => fromOn),
  ];
  return businessDate(changedOn.toSorted().at(-1) ?? disbursedOn);
}

/**
 * The schedule in force, instalment by instalment, and what made it another one than was agreed to. Due dates are those that count;
 * while the loan is frozen none does. Rule: LEND-9, LEND-X10
 */
export function writeSchedule(facts: BookedFacts, parties: Parties, language: Language): Promise<Buffer> {
  const words = SCHEDULE_WORDS[language];
  const shared = RECEIPT_WORDS[language];
  const changes = facts.partPrepayments ?? [];
  const since = scheduledOn(facts);
  const pdf = openDocument(words.title, loanNumber(facts.id), language, new Date(`${since}T00:00:00Z`));
  pdf.facts([
    { label: shared.name, value: parties.name },
    { label: shared.lender, value: parties.lender },
    { label: shared.proposal, value: loanNumber(facts.id) },
    { label: shared.bill, value: `${money(facts.amountPaise)}, ${facts.bankName} •••• ${facts.last4}` },
  ]);
  if (facts.isFrozen) {
    pdf.paragraph(shared.mayReturn);
    pdf.paragraph(shared.written, 'quiet');
    return pdf.end();
  }
  const instalments = facts.instalments.map((one) => ({ ...one, shownOn: shownDueOn(facts, one.dueOn) }));
  const isMoved = instalments.some(({ dueOn, shownOn }) => shownOn !== dueOn);
  if (isMoved) pdf.paragraph(words.moved);
  if (changes.length > 0) {
    pdf.paragraph(isMoved ? words.text : `${words.text} ${words.sameDates}`);
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
    [...instalments.map((one) => rowOf(one, language)), totalOf(instalments, words.total)],
  );
  pdf.paragraph(shared.written, 'quiet');
  return pdf.end();
}

function rowOf(one: InstalmentState & { readonly shownOn: string }, language: Language): string[] {
  const parts = [one.principalPaise, one.feePaise, one.interestPaise, sumOf(one), paidOfInstalment(one)];
  return [String(one.number), dayText(one.shownOn, language), ...parts.map((part) => money(part))];
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
  readonly sameDates: string;
  readonly moved: string;
  readonly changes: string;
  readonly change: (on: string, amount: string, before: string, after: string) => string;
  readonly schedule: string;
  readonly columns: readonly string[];
  readonly total: string;
}

const en: ScheduleWords = {
  title: 'Repayment schedule',
  text: 'The schedule in force. It takes the place of the one in the key facts statement; the rate is the same.',
  sameDates: 'So are the due dates.',
  moved:
    'While the bill network looked at this payment, nothing of it fell due. Due dates of that time are moved.',
  changes: 'What changed it',
  change: (on, amount, before, after) =>
    `${on}: ${amount} paid early. The next instalment became ${after}; it was ${before}.`,
  schedule: 'Instalments',
  columns: ['No.', 'Due date', 'Bill', 'Fee', 'Interest', 'Amount', 'Paid'],
  total: 'Total',
};

const hi: ScheduleWords = {
  title: 'चुकौती की समय-सारणी',
  text: 'लागू समय-सारणी। यह मुख्य तथ्यों वाली समय-सारणी की जगह लेती है; दर वही है।',
  sameDates: 'तारीख़ें भी वही हैं।',
  moved: 'जब तक बिल नेटवर्क ने इस भुगतान की जाँच की, इस पर कुछ देय नहीं हुआ। उस समय की देय तिथियाँ आगे बढ़ाई गई हैं।',
  changes: 'किससे बदली',
  change: (on, amount, before, after) =>
    `${on}: ${amount} पहले चुकाए। अगली किस्त ${after} हुई; पहले ${before} थी।`,
  schedule: 'किस्तें',
  columns: ['क्र.', 'देय तिथि', 'बिल', 'शुल्क', 'ब्याज', 'रकम', 'चुकाया'],
  total: 'कुल',
};

const SCHEDULE_WORDS = { en, hi } as const;
