import type { BusinessDate } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { HELD_TABLES } from '#features/all.ts';
import type { Standing } from '#features/personal-data.ts';
import {
  blockersOf,
  claimReleasedFrom,
  fatesOf,
  forfeitsOf,
  type Language,
  standingOf,
} from './erasure.rules.ts';
import { exportRow, fieldOf, isMark } from './export.rules.ts';
import { closedBy, keptUntil, type PeriodName, PERIODS } from './retention.periods.ts';
import { RETENTION } from './retention.rules.ts';
import { TOLD, type ToldLine } from './retention.told.ts';

const day = (text: string) => text as BusinessDate;
const NOTHING = { rewardsPaise: 0, remainderPaise: 0 };

test.each([
  ['kyc', '2026-11-20', '2031-11-20'],
  ['decision', '2026-11-20', '2033-11-20'],
  ['application', '2024-02-29', '2025-02-28'],
  ['books', '2026-03-31', '2034-03-31'],
  ['books', '2026-04-01', '2035-03-31'],
  ['books', '2026-12-31', '2035-03-31'],
] as const)(
  'LEND-24: what is kept under %s after closing on %s is kept until %s',
  (period, closedOn, until) => {
    expect(keptUntil(period, day(closedOn))).toBe(until);
  },
);

test('LEND-24: the last day that is over is the one before the first that is still kept, on every day of four years', () => {
  const periods: PeriodName[] = ['kyc', 'books', 'decision', 'application', 'access'];
  for (let at = Date.UTC(2034, 0, 1); at < Date.UTC(2038, 0, 1); at += 86_400_000) {
    const today = day(new Date(at).toISOString().slice(0, 10));
    for (const period of periods) {
      const last = closedBy(period, today);
      const next = day(new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10));
      expect([period, today, keptUntil(period, last) < today, keptUntil(period, next) >= today]).toEqual([
        period,
        today,
        true,
        true,
      ]);
    }
  }
});

test('LEND-24: whatever a feature keeps of a closed account for a time has a rule that ends it', () => {
  const ended = new Set(
    RETENTION.map((rule) => (rule.by === 'closure' ? `${rule.standing} ${rule.period}` : '')),
  );
  const endless = HELD_TABLES.flatMap(({ table, fate }) =>
    (['visitor', 'applicant', 'customer'] as const).flatMap((standing) => {
      const mine = fate[standing];
      if (mine === 'erase' || mine.atEnd === 'archive' || ended.has(`${standing} ${mine.keep}`)) return [];
      return [`${table} of a ${standing}`];
    }),
  );
  expect(endless).toEqual([]);
});

describe('a person', () => {
  const nothing = { hadLimit: false, hasPaid: false, wasAssessed: false, hasVerified: false };
  test.each([
    [{}, 'visitor'],
    [{ hasVerified: true }, 'applicant'],
    [{ wasAssessed: true }, 'applicant'],
    [{ hadLimit: true }, 'customer'],
    [{ hasPaid: true }, 'customer'],
  ])('with %o is a %s', (history, standing) => {
    expect(standingOf({ ...nothing, ...history })).toBe(standing);
  });

  test('who was refused or suspended holds the claim on the PAN for a year, everybody else lets it go at once', () => {
    const now = new Date('2026-11-20T10:00:00Z');
    expect(claimReleasedFrom(true, now).toISOString()).toBe('2027-11-20T10:00:00.000Z');
    expect(claimReleasedFrom(false, now)).toEqual(now);
  });
});

test('what is under way weighs more than what is owed, and each reason carries its figure', () => {
  const none = { amountPaise: 0, count: 0 };
  const owed = {
    payment_under_way: { amountPaise: 200_000, count: 1 },
    money_owed: { amountPaise: 5, count: 2 },
  };
  const rest = { staff_account: none, refund_due: none, dispute_open: none };
  expect(blockersOf({ ...owed, ...rest }, 'en').map(({ code }) => code)).toEqual([
    'payment_under_way',
    'money_owed',
  ]);
  expect(blockersOf({ ...owed, ...rest }, 'hi')[0]!.text).toContain('₹2,000.00');
  expect(blockersOf({ payment_under_way: none, money_owed: none, ...rest }, 'en')).toEqual([]);
});

test('given unused rewards or a remainder, then the list names each with its amount in both languages', () => {
  expect(forfeitsOf(NOTHING, 'en')).toEqual([]);
  const both = { rewardsPaise: 1300, remainderPaise: 50 };
  expect(forfeitsOf(both, 'en').map((line) => /₹[\d.]+/.exec(line)?.[0])).toEqual(['₹13.00', '₹0.50']);
  // The remainders of several repayments may come to more than a rupee.
  expect(forfeitsOf({ ...NOTHING, remainderPaise: 120 }, 'en')).toEqual([
    'less than one rupee of a repayment, which no bank transfer can carry (₹1.20 in all)',
  ]);
  expect(forfeitsOf({ ...both, remainderPaise: 0 }, 'hi')).toEqual(['इस्तेमाल न किए गए रिवॉर्ड (₹13.00)']);
});

test('the list names what is really there, once each', () => {
  const about = { closedOn: day('2026-11-20'), hasClaim: false, forfeits: NOTHING, language: 'en' } as const;
  const fates = fatesOf(
    HELD_TABLES,
    'customer',
    { kept: new Set(['payments', 'loans', 'cards']), erased: new Set(['cards', 'notifications']) },
    about,
  );
  expect(fates.kept.map(({ what }) => what)).toEqual([
    'bank and last four digits of the cards whose bills were paid',
    'payments, repayments, key facts and ledger entries',
    'who read or copied your data, or blocked or closed your account, and when',
    ...Object.values(TOLD).map(({ what }) => what.en),
  ]);
  expect(fates.erased).toHaveLength(2);
  expect(fates.erased[1]).toBe('notifications and preferences');
});

describe('LEND-24: given somebody with rows in every table, when they close the account', () => {
  const everything = new Set(HELD_TABLES.map(({ table }) => table));
  const filled = { kept: everything, erased: everything };
  const about = { closedOn: day('2026-11-20'), hasClaim: true, forfeits: NOTHING } as const;
  const keptBy = (standing: Standing, language: Language) =>
    fatesOf(HELD_TABLES, standing, filled, { ...about, language }).kept;
  const STANDINGS: readonly Standing[] = ['visitor', 'applicant', 'customer'];
  const HINDI = /\p{Script=Devanagari}/u;
  /** The records kept by age in tables of a person have no period of closing by which their line is known. */
  const BY_AGE: Record<string, string> = {
    access_log: PERIODS.access.why.en,
    support: 'complaints and their answers are kept for 2 years',
  };

  test('then the list has a line for each rule of retention that tells them of itself', () => {
    const silent = RETENTION.flatMap((rule) => {
      if (typeof rule.told === 'object' && 'untold' in rule.told) return [];
      const ofTables = rule.by === 'closure' ? PERIODS[rule.period].why.en : BY_AGE[rule.id];
      const why = rule.told === 'by_table' ? ofTables : rule.told.why.en;
      const standings = rule.by === 'closure' ? [rule.standing] : STANDINGS;
      return standings
        .filter((standing) => !keptBy(standing, 'en').some((line) => line.why === why))
        .map((standing) => `${rule.id} of a ${standing}`);
    });
    expect(silent).toEqual([]);
    for (const { what, why } of keptBy('customer', 'hi'))
      expect([what, why]).toEqual([expect.stringMatching(HINDI), expect.stringMatching(HINDI)]);
  });

  test('then whatever is written for the list stands in it, with its last day', () => {
    expect(
      RETENTION.flatMap(({ told }) => (typeof told === 'object' && 'what' in told ? [told] : [])),
    ).toEqual(expect.arrayContaining(Object.values(TOLD)));
    const untilOf = (line: ToldLine) =>
      keptBy('customer', 'en').find(({ what }) => what === line.what.en)?.until;
    expect(Object.values(TOLD).map(untilOf)).toEqual(['2027-11-20', '2035-03-31', null, '2027-03-20']);
  });

  test('then only what really goes is called erased: not the log-ins of the past, nor the income that a limit was decided by', () => {
    const erased = fatesOf(HELD_TABLES, 'customer', filled, { ...about, language: 'en' }).erased.join('; ');
    expect(erased).toContain('the income in your profile');
    expect(erased).toContain('every log-in that is open');
    expect(erased).not.toMatch(/devices|, income,/);
    const decision = keptBy('customer', 'en').find(({ what }) => what.startsWith('your consents'));
    expect(decision).toMatchObject({ what: expect.stringContaining('your income'), until: '2033-11-20' });
    expect(keptBy('visitor', 'en').map(({ what }) => what)).toContain('your consents');
  });
});

describe('a row for its owner', () => {
  test.each(['user_id', 'pan_hash', 'provider_ref', 'provider_trace', 'order_ref', 'fingerprint', 'pull_id'])(
    'leaves %s out',
    (column) => expect(isMark(column)).toBe(true),
  );

  test.each(['id', 'rail_reference', 'reason', 'purpose', 'address_sealed'])('shows %s', (column) =>
    expect(isMark(column)).toBe(false),
  );

  test('opens what is theirs, keeps other bytes closed and writes instants as text', () => {
    const row = {
      user_id: 'u',
      address_sealed: Buffer.from('x'),
      key_sealed: Buffer.from('y'),
      accepted_at: new Date('2026-11-20T10:00:00Z'),
      amount_paise: 5,
      raw: Buffer.from('z'),
      inputs: { bureau: { score: 782, reference: 'DCTRTX1' } },
    };
    expect(exportRow(row, ['address_sealed'], (column) => `open ${column}`)).toEqual({
      address: 'open address_sealed',
      acceptedAt: '2026-11-20T10:00:00.000Z',
      amountPaise: 5,
      inputs: { bureau: { score: 782 } },
    });
    expect(fieldOf('monthly_income_paise')).toBe('monthlyIncomePaise');
  });

  test('writes an instant of the database’s own JSON with Z, and leaves other words as they are', () => {
    const row = {
      details: {
        at: '2026-11-20T10:00:00.123456+00:00',
        said: 'since 2026-11-20T10:00:00+00:00',
        on: '2026-11-20',
      },
      since: '2026-11-20T15:30:00+05:30',
    };
    expect(exportRow(row, [], () => '')).toEqual({
      details: { at: '2026-11-20T10:00:00.123Z', said: 'since 2026-11-20T10:00:00+00:00', on: '2026-11-20' },
      since: '2026-11-20T10:00:00.000Z',
    });
  });

  test('given words of a person in the shape of an instant that never is, then they are copied as they are', () => {
    const nickname = '2026-99-99T00:00:00+00:00';
    expect(exportRow({ nickname }, [], () => '')).toEqual({ nickname });
  });
});
