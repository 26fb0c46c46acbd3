import { businessDate, DEFAULT_LATE_POLICY, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type Proposal, proposedLoan } from './proposed.ts';

const PROPOSAL: Proposal = {
  id: 'l1',
  lentOn: businessDate('2026-01-10'),
  billPaise: paise(1_000_000),
  feePaise: paise(20_000),
  gstBps: 1_800,
  aprBps: 2_433,
  annualRateBps: 0,
  coolingOffDays: 3,
  late: DEFAULT_LATE_POLICY,
  rows: [],
};

test('LEND-4: given a proposal, when it becomes a loan, then nothing has happened to it yet', () => {
  const loan = proposedLoan(PROPOSAL);
  expect(loan).toMatchObject({
    status: 'active',
    disbursedOn: '2026-01-10',
    closedOn: null,
    writtenOffOn: null,
    closedThroughOn: '2026-01-09',
    nextOn: null,
    rewoundCount: 0,
    noNewPenalThroughOn: null,
    financedPaise: 1_020_000,
    sold: { billPaise: 1_000_000, feePaise: 20_000, gstPaise: 3_050, aprBps: 2_433, coolingOffDays: 3 },
  });
  const lists = Object.values(loan).filter((value) => Array.isArray(value));
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.flat()).toEqual([]);
});
