import { expect, test } from 'vitest';
import { samplePayment } from '../../../../test/samples.ts';
import { lateFeeOf, worthOf, worthOfYear } from './late-fees.ts';

const rupees = (amount: number) => amount * 100;

test.each([
  ['HDFC Bank', 99, 0],
  ['HDFC Bank', 500, 100],
  ['HDFC Bank', 501, 500],
  ['HDFC Bank', 15_000, 800],
  ['HDFC Bank', 50_000, 1_100],
  ['HDFC Bank', 50_001, 1_300],
  ['ICICI Bank', 5_001, 750],
  ['ICICI Bank', 200_000, 1_200],
  ['State Bank of India', 500, 0],
  ['State Bank of India', 10_000, 750],
  ['Axis Bank', 10_001, 1_200],
])('given a bill of %s over ₹%i, when it is late, then the bank charges ₹%i', (bank, bill, fee) => {
  expect(lateFeeOf(bank, rupees(bill))).toBe(rupees(fee));
});

test('given a bank whose schedule is not known, when asked, then no fee is named', () => {
  expect(lateFeeOf('Yes Bank', rupees(15_000))).toBeUndefined();
});

test('given a bill paid in time, when it runs, then its fee and its agreed cost are compared', () => {
  expect(worthOf(samplePayment())).toEqual({ avoidedPaise: 80_000, costPaise: 60_000 });
});

test('given more than the bill that the bank told, or less, when compared, then no more than the bill met a late fee', () => {
  const worthAt = (billDuePaise: number) => worthOf(samplePayment({ billDuePaise }))?.avoidedPaise;
  expect(worthAt(rupees(5_021))).toBe(rupees(600));
  expect(worthAt(rupees(50_000))).toBe(rupees(800));
});

test('given late charges, when some were waived, then the rest counts as cost', () => {
  const charge = { id: 'c', kind: 'penal' as const, instalment: 1, leviedOn: '2026-12-24', paidPaise: 0 };
  const charges = [
    { ...charge, amountPaise: 20_000, waivedPaise: 0 },
    { ...charge, id: 'd', amountPaise: 20_000, waivedPaise: 15_000 },
  ];
  expect(worthOf(samplePayment({ charges }))?.costPaise).toBe(85_000);
});

test('given a payment repaid early, when compared, then what was really paid counts', () => {
  const payment = samplePayment({
    status: 'completed',
    ending: { kind: 'repaid', on: '2026-12-05' },
    schedule: samplePayment().schedule.map((row, index) => ({
      ...row,
      paidPaise: [520_000, 510_000, 507_500][index]!,
      status: 'paid' as const,
    })),
  });
  expect(worthOf(payment)).toEqual({ avoidedPaise: 80_000, costPaise: 37_500 });
});

test.each([
  ['on its due date', '2026-11-20', 80_000],
  ['the day after', '2026-11-19', 0],
])('given a bill paid %s, when compared, then the fee avoided follows', (_, billDueDate, avoidedPaise) => {
  expect(worthOf(samplePayment({ billDueDate }))?.avoidedPaise).toBe(avoidedPaise);
});

test.each([
  ['not paid', samplePayment({ billStatus: 'submitted', paidAt: null })],
  ['without a due date', samplePayment({ billDueDate: null })],
  ['of a bank not known', samplePayment({ bankName: 'Citibank' })],
  ['that may be on its way back', samplePayment({ frozen: { since: '2026-11-21' } })],
  ['cancelled', samplePayment({ ending: { kind: 'cancelled', on: '2026-11-21', chargePaise: 0 } })],
  ['settled for less', samplePayment({ ending: { kind: 'settled', on: '2026-11-21' } })],
])('given a bill %s, when compared, then nothing is said', (_, payment) => {
  expect(worthOf(payment)).toBeUndefined();
});

test('given a year of bills, when added up, then losses count and others are named', () => {
  const payments = [
    samplePayment(),
    samplePayment({ billDueDate: '2026-11-01' }),
    samplePayment({ billDueDate: null }),
    // The new year in India.
    samplePayment({ paidAt: '2026-12-31T18:30:00Z' }),
    samplePayment({ billStatus: 'failed', paidAt: null }),
    samplePayment({ frozen: { since: '2026-11-21' } }),
  ];
  expect(worthOfYear(payments, '2026')).toEqual({
    avoidedPaise: 80_000,
    costPaise: 120_000,
    comparedCount: 2,
    otherCount: 1,
  });
});
