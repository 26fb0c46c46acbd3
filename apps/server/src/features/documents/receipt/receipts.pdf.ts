import type { BusinessDate, ScheduleRow } from '@mohlat/money';
import type { PdfFact } from '#platform/pdf/document.ts';
import { type PaymentFacts, shownDueOn } from '#features/payments/index.ts';
import { dayText, instantText, type Language, money, openDocument } from '../documents.pages.ts';
import type { RepaymentPaper } from '../documents.repo.ts';
import { RECEIPT_WORDS } from './receipts.words.ts';

/** The person a paper is for, and the lender. */
export interface Parties {
  readonly name: string;
  readonly lender: string;
}

/** A loan as people can say it on the phone. */
export function loanNumber(paymentId: string): string {
  return `MOH-${paymentId.replaceAll('-', '').slice(-12).toUpperCase()}`;
}

/**
 * That the bill was paid, when and under which numbers, and how it is repaid as agreed; of a cancelled payment what it cost, of
 * one that may be on its way back nothing that is to be paid. Rule: LEND-8, LEND-X10
 */
export function writePaymentReceipt(
  facts: PaymentFacts & { readonly paidAt: string; readonly isFrozen: boolean },
  parties: Parties,
  language: Language,
): Promise<Buffer> {
  const words = RECEIPT_WORDS[language];
  const paidAt = new Date(facts.paidAt);
  const pdf = openDocument(words.payment, loanNumber(facts.id), language, paidAt);
  pdf.facts(
    given([
      [words.amount, money(facts.amountPaise)],
      [words.paidTo, facts.bankName],
      [words.card, `•••• ${facts.last4}`],
      [words.paidAt, instantText(paidAt, language)],
      [words.ourReference, facts.ourReference],
      [words.bankReference, facts.railReference],
      [words.name, parties.name],
      [words.lender, parties.lender],
      [words.proposal, loanNumber(facts.id)],
    ]),
  );
  if (facts.billStatus === 'reversed') {
    pdf.paragraph(words.returned);
    return pdf.end();
  }
  if (facts.isFrozen) {
    pdf.paragraph(words.mayReturn);
    pdf.paragraph(words.written, 'quiet');
    return pdf.end();
  }
  if (facts.loanStatus === 'exited' && facts.closedOn !== null) {
    const chargePaise = facts.exitChargePaise ?? 0;
    pdf.paragraph(words.cancelled(dayText(facts.closedOn, language)));
    pdf.facts(
      given([
        [words.bill, money(facts.amountPaise)],
        [words.daysUsed, money(chargePaise)],
        [words.repaid, money(facts.amountPaise + chargePaise)],
      ]),
    );
    pdf.paragraph(words.written, 'quiet');
    return pdf.end();
  }
  pdf.heading(words.repays);
  pdf.facts(
    given([
      [words.bill, money(facts.amountPaise)],
      [words.fee, money(facts.serviceFeePaise)],
      [words.gst, money(facts.gstPaise)],
      [words.interest, money(facts.interestPaise)],
      [words.total, money(facts.totalPaise)],
    ]),
  );
  pdf.table(
    [
      { label: words.number, share: 0.1 },
      { label: words.due, share: 0.4 },
      { label: words.amount, share: 0.5, align: 'right' },
    ],
    facts.plannedSchedule.map((row: ScheduleRow) => [
      String(row.number),
      dayText(shownDueOn(facts, row.dueOn), language),
      money(row.amountPaise),
    ]),
  );
  pdf.paragraph(words.written, 'quiet');
  return pdf.end();
}

/** That money came, when it counts from, and what the books of today use it for, to the paisa. Rule: LEND-W8. */
export function writeRepaymentReceipt(
  paper: RepaymentPaper,
  parties: Parties,
  language: Language,
  today: BusinessDate,
): Promise<Buffer> {
  const words = RECEIPT_WORDS[language];
  const pdf = openDocument(words.repayment, loanNumber(paper.loan_id), language, paper.received_at);
  pdf.facts(
    given([
      [words.amount, money(paper.amount_paise)],
      [words.receivedAt, instantText(paper.received_at, language)],
      [words.valueOn, dayText(paper.value_on, language)],
      [words.channel, words.channels[paper.channel] ?? paper.channel],
      [words.bankReference, paper.provider_payment_ref],
      [words.loan, `${money(paper.bill_paise)}, ${paper.bank_name} •••• ${paper.last4}`],
      [words.proposal, loanNumber(paper.loan_id)],
      [words.name, parties.name],
      [words.lender, parties.lender],
    ]),
  );
  if (paper.shares.length > 0) {
    pdf.heading(words.usedFor);
    pdf.table(
      [
        { label: words.instalment, share: 0.2 },
        { label: words.part, share: 0.5 },
        { label: words.amount, share: 0.3, align: 'right' },
      ],
      paper.shares.flatMap((share) => linesOf(share, paper, words)),
    );
    pdf.paragraph(words.asOf(dayText(today, language)), 'quiet');
  }
  pdf.paragraph(words.written, 'quiet');
  return pdf.end();
}

/** A share as lines of the table; of money beyond what was owed, the part that went back is a line of its own. Rule: LEND-W8 */
function linesOf(
  { number, component, amountPaise }: RepaymentPaper['shares'][number],
  { gone_paise: gonePaise }: RepaymentPaper,
  words: (typeof RECEIPT_WORDS)[Language],
): string[][] {
  const line = (label: string, paise: number) => [number === null ? '' : String(number), label, money(paise)];
  const backPaise = component === 'excess' ? Math.min(gonePaise, amountPaise) : 0;
  return [
    ...(backPaise > 0 ? [line(words.wentBack, backPaise)] : []),
    ...(amountPaise > backPaise ? [line(words.components[component], amountPaise - backPaise)] : []),
  ];
}

/** Rule: LEND-9 (closure). */
export function writeNoDues(
  facts: PaymentFacts & { readonly closedOn: string; readonly disbursedOn: string },
  parties: Parties,
  language: Language,
): Promise<Buffer> {
  const words = RECEIPT_WORDS[language];
  const closedOn = dayText(facts.closedOn, language);
  const foot = loanNumber(facts.id);
  const pdf = openDocument(words.noDues, foot, language, new Date(`${facts.closedOn}T00:00:00Z`));
  pdf.facts(
    given([
      [words.name, parties.name],
      [words.lender, parties.lender],
      [words.proposal, loanNumber(facts.id)],
      [words.bill, `${money(facts.amountPaise)}, ${facts.bankName} •••• ${facts.last4}`],
      [words.lentOn, dayText(facts.disbursedOn, language)],
      [words.closedOn, closedOn],
    ]),
  );
  pdf.paragraph(words.noDuesText(parties.lender, loanNumber(facts.id), closedOn));
  pdf.paragraph(words.noDuesFree);
  pdf.paragraph(words.written, 'quiet');
  return pdf.end();
}

/** Drops the facts without a value, such as a reference that the bank did not give. */
function given(facts: readonly (readonly [label: string, value: string | null])[]): PdfFact[] {
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}
