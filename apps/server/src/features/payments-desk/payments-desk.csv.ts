import type { AdminPaymentItem } from '@mohlat/contract';
import { CSV_MARK, csvLines } from '#platform/csv/csv.ts';

const COLUMNS = [
  'Payment',
  'Person',
  'Accepted at (UTC)',
  'Bank',
  'Card',
  'Bill (INR)',
  'Service fee (INR)',
  'To repay (INR)',
  'Plan',
  'Status',
  'Bill status',
  'Needs review',
  'Days past due',
  'Our reference',
  'Rail reference',
];

/** The first line. */
export function csvHead(): string {
  return CSV_MARK + csvLines([COLUMNS]);
}

/** People are their ids: no name leaves with the file. */
export function csvLine(item: AdminPaymentItem): string {
  const cells = [
    item.id,
    item.account.id,
    item.date,
    item.bankName,
    item.cardMasked,
    BigInt(item.amountPaise),
    BigInt(item.serviceFeePaise),
    BigInt(item.totalAmountPaise),
    item.plan.kind === 'single' ? 'single' : `${item.plan.instalments} EMIs`,
    item.status,
    item.billStatus,
    item.needsReview ? 'yes' : 'no',
    String(item.daysPastDue),
    item.ourReference ?? '',
    item.railReference ?? '',
  ];
  return csvLines([cells]);
}
