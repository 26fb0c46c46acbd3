import type { Transaction } from '@mohlat/contract';
import { istSheetTime } from '@mohlat/money';
import { CSV_MARK, csvLines } from '#platform/csv/csv.ts';

type Language = 'en' | 'hi';

/** Codes stay codes in English: programs read this file, too. */
const WORDS = {
  en: {
    head: ['Date (IST)', 'Description', 'Status', 'Amount (INR)', 'Ending'],
    description: undefined,
    statuses: { pending: 'pending', completed: 'completed', failed: 'failed' },
    endings: { repaid: 'repaid', cancelled: 'cancelled', settled: 'settled' },
  },
  hi: {
    head: ['तारीख (IST)', 'विवरण', 'स्थिति', 'रकम (INR)', 'कैसे ख़त्म हुआ'],
    description: 'क्रेडिट कार्ड बिल भुगतान',
    statuses: { pending: 'बाकी है', completed: 'पूरा हुआ', failed: 'नहीं हुआ' },
    endings: { repaid: 'चुकाया गया', cancelled: 'रद्द किया गया', settled: 'समझौते से निपटा' },
  },
} as const;

/** Writes the transaction history as a sheet: days of India, amounts as numbers. */
export function transactionsCsv(rows: readonly Transaction[], language: Language): string {
  const { head, description, statuses, endings } = WORDS[language];
  const cells = rows.map((row) => [
    istSheetTime(row.date),
    description ?? row.description,
    statuses[row.status],
    BigInt(row.amountPaise),
    row.ending === undefined ? '' : endings[row.ending],
  ]);
  return CSV_MARK + csvLines([head, ...cells]);
}
