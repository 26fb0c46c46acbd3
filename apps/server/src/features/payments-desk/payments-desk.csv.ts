import type { AdminPaymentItem } from '@mohlat/contract';

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

/** The first line; the mark before it tells a sheet that the file is UTF-8. */
export function csvHead(): string {
  return `\uFEFF${COLUMNS.join(',')}\r\n`;
}

/** People are their ids: no name leaves with the file. */
export function csvLine(item: AdminPaymentItem): string {
  const cells = [
    item.id,
    item.account.id,
    item.date,
    item.bankName,
    item.cardMasked,
    rupees(item.amountPaise),
    rupees(item.serviceFeePaise),
    rupees(item.totalAmountPaise),
    item.plan.kind === 'single' ? 'single' : `${item.plan.instalments} EMIs`,
    item.status,
    item.billStatus,
    item.needsReview ? 'yes' : 'no',
    String(item.daysPastDue),
    item.ourReference ?? '',
    item.railReference ?? '',
  ];
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** Decimal rupees a sheet can add up: `15000.00`. */
function rupees(paise: number): string {
  const digits = String(paise).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What begins like a formula is run as one by a sheet: it is kept as text. */
function quoted(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
