import { expect, test } from 'vitest';
import { transactionsCsv } from './transactions.csv.ts';

const row = {
  id: '01900000-0000-7000-8000-000000000001',
  date: '2027-02-15T19:05:00.000Z',
  description: 'Credit Card Bill Payment',
  status: 'completed',
  billStatus: 'paid',
  amountPaise: 1_500_000,
  ending: 'cancelled',
  card: { bankName: 'HDFC Bank', last4: '4021' },
} as const;

test('given a payment late in the evening UTC, then the sheet has the Indian day and an amount it can add up', () => {
  expect(transactionsCsv([row], 'en')).toBe(
    '\uFEFFDate (IST),Description,Status,Amount (INR),Ending\r\n2027-02-16 00:35:00,Credit Card Bill Payment,completed,15000.00,cancelled\r\n',
  );
});

test('given Hindi, then the sheet has its headings and words in Hindi', () => {
  expect(transactionsCsv([row], 'hi')).toBe(
    '\uFEFFतारीख (IST),विवरण,स्थिति,रकम (INR),कैसे ख़त्म हुआ\r\n2027-02-16 00:35:00,क्रेडिट कार्ड बिल भुगतान,पूरा हुआ,15000.00,रद्द किया गया\r\n',
  );
});
