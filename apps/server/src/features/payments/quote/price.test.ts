import { createHash } from 'node:crypto';
import { REPORTING_DATES } from '@mohlat/lending';
import { bpsFromDecimal, businessDate, DEFAULT_LATE_POLICY, paise, planSchedule } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import type { Settings } from '#features/settings/index.ts';
import { type Beside, readKeyFacts, writeKeyFacts } from './key-facts.ts';
import { pricePlan, pricePlans } from './quote.rules.ts';

const bounds = { billMinPaise: 100, billMaxPaise: null, isOn: true } as const;
const single = {
  ...bounds,
  code: 'PL30',
  kind: 'single',
  instalments: 1,
  annualRateBps: 0,
  dueDays: 30,
} as const;
const emi = {
  ...bounds,
  code: 'EMI3',
  kind: 'emi',
  instalments: 3,
  annualRateBps: 1175,
  dueDays: null,
} as const;
const settings: Settings = {
  version: 1,
  fee: { feeBps: 200, minPaise: 5_000, maxPaise: 50_000, gstBps: 1800 },
  late: DEFAULT_LATE_POLICY,
  plans: [single, emi, { ...emi, instalments: 6, isOn: false }],
  coolingOffDays: 3,
  aprCeilingBps: null,
  remindersOff: [],
  notice: null,
  limitBeforeVideoPaise: 6_000_000,
  incomeByOnePaise: 15_000_000,
  floatLowWaterPaise: paise(0),
  rewards: { cashbackBps: 25, monthlyCapPaise: paise(50_000), expiryMonths: 12 },
  referral: {
    rewardPaise: paise(12_500),
    monthlyMax: 10,
    yearlyMaxPaise: paise(1_500_000),
    leastBillPaise: paise(0),
  },
  lossAllowance: { earlyBps: 100, lateBps: 1_500, npaBps: 6_000 },
  bureau: REPORTING_DATES,
};
const today = businessDate('2027-01-15');
const bill = paise(1_500_000);

describe('plans', () => {
  test('LEND-F3: the fee is financed with the bill, and the schedule repays both', () => {
    const priced = pricePlan(bill, emi, settings, today);
    expect(priced).toMatchObject({ feePaise: 30_000, interestPaise: 30_000, totalPaise: 1_560_000 });
    expect(priced?.schedule.map((row) => row.amountPaise)).toEqual([520_000, 520_000, 520_000]);
  });

  test('only those switched on are offered, the cheapest in rupees first', () => {
    expect(pricePlans(bill, settings, today).map((one) => one.plan)).toEqual([
      { kind: 'single' },
      { kind: 'emi', instalments: 3 },
    ]);
  });

  test('LEND-4: a plan is for bills of its own bounds, both included, and may have late charges of its own', () => {
    const bounded = { ...emi, billMinPaise: 500_000, billMaxPaise: 2_000_000 };
    const price = (amount: number) => pricePlan(paise(amount), bounded, settings, today);
    expect([499_999, 500_000, 2_000_000, 2_000_001].map((amount) => price(amount) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const late = { ...DEFAULT_LATE_POLICY, bouncePaise: paise(5_000) };
    const own = { ...emi, late };
    expect(pricePlan(bill, own, settings, today)).toMatchObject({ late: { bouncePaise: 5_000 } });
    expect(pricePlan(bill, emi, settings, today)?.late).toEqual(DEFAULT_LATE_POLICY);
  });

  test('LEND-F6: the APR ceiling drops a plan above it, and none when it is off', () => {
    const price = (aprCeilingBps: number | null) =>
      pricePlan(bill, emi, { ...settings, aprCeilingBps }, today);
    const { aprBps } = price(null)!;
    expect(price(aprBps)?.aprBps).toBe(aprBps);
    expect(price(aprBps - 1)).toBeUndefined();
  });

  test('a bill too small for EMIs is offered in one payment only', () => {
    expect(pricePlans(paise(10_000), settings, today).map((one) => one.plan.kind)).toEqual(['single']);
  });

  test('LEND-T5: a bill paid a day later keeps its terms and moves its dates', () => {
    const quoted = planSchedule(bill, paise(30_000), emi, today)!;
    const booked = planSchedule(bill, paise(30_000), emi, businessDate('2027-01-16'))!;
    expect(booked.map((row) => row.amountPaise)).toEqual(quoted.map((row) => row.amountPaise));
    expect(booked.map((row) => row.dueOn)).toEqual(['2027-02-16', '2027-03-16', '2027-04-16']);
  });
});

describe('key facts', () => {
  const lender = {
    name: 'A Lender',
    registration: 'N-1',
    address: '1 Road, Pune',
    stateCode: '27' as const,
    gstin: '27AAAAA0000A1Z5',
    mayTransferLoans: false,
    supportEmail: 'help@lender.example',
    grievanceOfficer: { name: 'An Officer', phone: '1800', email: 'officer@lender.example' },
  };
  const write = (quoteId: string, sold = settings) =>
    writeKeyFacts(pricePlan(bill, emi, sold, today)!, {
      quoteId,
      bankName: 'HDFC Bank',
      last4: '4021',
      settings,
      lender,
    });

  test('LEND-K3: name the lender, every cost apart, the APR, what late payment costs, and whom to complain to', () => {
    expect(write('1')).toMatchObject({
      lender: { name: 'A Lender', registration: 'N-1' },
      sanctionedAmountPaise: 1_530_000,
      disbursedAmountPaise: 1_500_000,
      serviceFeePaise: 30_000,
      interestPaise: 30_000,
      totalAmountPaise: 1_560_000,
      coolingOffDays: 3,
      grievanceOfficer: lender.grievanceOfficer,
    });
    expect(write('1').contingentCharges.map((one) => one.name)).toEqual([
      'Late payment',
      'Returned e-NACH debit',
      'Closing early',
    ]);
  });

  test('LEND-L3: given another cap, when the statement is written, it says the most that all late charges come to', () => {
    const facts = write('1', { ...settings, late: { ...settings.late, capBps: bpsFromDecimal('7.50')! } });
    expect(facts.lateCharges.capPercent).toBe('7.50');
    expect(facts.contingentCharges[0]?.text).toMatch(
      / All of them together: at most 7\.5% of the financed amount\.$/,
    );
  });

  test('LEND-K6: the hash is of exactly what is shown: the same statement has the same, another one another', () => {
    expect(write('1').hash).toBe(write('1').hash);
    expect(write('1').hash).not.toBe(write('2').hash);
    expect(write('1').hash).toMatch(/^[0-9a-f]{64}$/);
  });

  const { hash, ...content } = write('1');
  const card = { bankName: 'HDFC Bank', last4: '4021' };
  const beside: Beside = { planKind: 'emi', card, schedule: [], late: DEFAULT_LATE_POLICY };
  /** As the database gives it back: its fields in another order. */
  const stored = (facts: object) => Object.fromEntries(Object.entries(facts).toReversed());

  test('LEND-K6: a stored statement is proven by its hash, in whatever order the database keeps its fields', () => {
    expect(readKeyFacts(stored({ ...content, hash }), hash, beside)).toEqual(write('1'));
  });

  test.each([
    ['a figure', { interestPaise: 29_999 }],
    ['a name', { lender: { name: 'Another', registration: 'N-1' } }],
    ['a row of the schedule', { schedule: content.schedule.slice(1) }],
  ])('LEND-K6: a stored statement in which %s was changed is never shown', (_, change) => {
    expect(() => readKeyFacts({ ...content, ...change, hash }, hash, beside)).toThrow(/hash/);
  });

  test('LEND-K6: a statement of the first wording is proven too, and completed from what stood beside it', () => {
    const { planKind, card: _, lateCharges, mayBeTransferred, schedule, ...kept } = content;
    const { capPercent: _cap, ...withoutCap } = lateCharges;
    const late = { ...DEFAULT_LATE_POLICY, bouncePaise: paise(5_000) };
    const first = { ...kept, version: 'kfs-1' };
    const firstHash = createHash('sha256').update(JSON.stringify(first)).digest('hex');
    const read = readKeyFacts(stored(first), firstHash, { planKind, card, schedule, late });
    expect(read).toEqual({
      ...first,
      planKind,
      card,
      lateCharges: { ...withoutCap, bouncePaise: 5_000 },
      mayBeTransferred,
      schedule,
      hash: firstHash,
    });
    expect(() =>
      readKeyFacts({ ...first, aprPercent: '1' }, firstHash, { planKind, card, schedule, late }),
    ).toThrow(/hash/);
  });
});
