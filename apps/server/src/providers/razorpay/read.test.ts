import { describe, expect, test } from 'vitest';
import { toPayment } from './read.ts';
import { payment } from './wire.ts';

const read = (how: object) =>
  toPayment(
    payment.parse({
      id: 'pay_1',
      status: 'captured',
      amount: 100,
      currency: 'INR',
      created_at: 1_800_000_000,
      ...how,
    }),
  );

describe('LEND-S4: the source of a repayment', () => {
  test.each([
    { method: 'upi' },
    { method: 'upi', upi: { payer_account_type: 'bank_account' } },
    { method: 'netbanking' },
    { method: 'card', card: { type: 'debit' } },
    { method: 'emandate' },
    { method: 'bank_transfer' },
  ])('%j is a bank account', (how) => {
    expect(read(how).isCreditSource).toBe(false);
  });

  test.each([
    { method: 'upi', upi: { payer_account_type: 'credit_card' } },
    { method: 'upi', upi: { payer_account_type: 'credit_line' } },
    { method: 'upi', upi: { payer_account_type: 'ppiwallet' } },
    { method: 'card', card: { type: 'credit' } },
    { method: 'card', card: { type: 'prepaid' } },
    { method: 'card', card: { type: 'unknown' } },
    { method: 'card' },
    { method: 'wallet' },
    { method: 'paylater' },
    { method: 'emi', card: { type: 'debit' } },
    { method: 'cardless_emi' },
    { method: 'app' },
  ])('%j is none', (how) => {
    expect(read(how).isCreditSource).toBe(true);
  });
});
