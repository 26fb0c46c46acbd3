import { expect, test } from 'vitest';
import { samplePayment } from '../../test/samples.ts';
import { dueSums, unpaidCharges } from './due-sums.ts';

test('LEND-X10: given two instalments due on one day after a freeze, then both are counted', () => {
  const sample = samplePayment();
  const schedule = sample.schedule.map((row) => ({ ...row, dueDate: '2027-01-20', status: 'due' as const }));
  const nextDue = { number: 1, amountPaise: 520_000, dueDate: '2027-01-20' };
  const payment = { ...sample, schedule: schedule.slice(0, 2), nextDue, outstandingPaise: 1_040_000 };
  expect(dueSums(payment)).toMatchObject({ count: 2, instalmentsPaise: 1_040_000, bothPaise: 1_040_000 });
});

test('given a loan that has ended, then an unpaid charge of it is not asked for', () => {
  const charge = {
    id: 'c',
    kind: 'penal' as const,
    instalment: 1,
    leviedOn: '2027-02-19',
    amountPaise: 120_000,
    paidPaise: 0,
    waivedPaise: 0,
  };
  const owing = { ...samplePayment(), charges: [charge] };
  expect(unpaidCharges({ ...owing, outstandingPaise: 120_000 })).toBe(120_000);
  expect(unpaidCharges({ ...owing, outstandingPaise: 0 })).toBe(0);
});
