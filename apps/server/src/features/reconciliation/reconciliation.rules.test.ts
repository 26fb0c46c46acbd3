import { describe, expect, test } from 'vitest';
import { BREAK_RAILS, BREAK_KINDS, type BreakKind } from '@mohlat/contract';
import { CLEARED_BY, type Clearing, clearing, mayResolve } from '@mohlat/lending';
import { businessDate, paise as paiseOf } from '@mohlat/money';
import { allowedFor, clearedAlonePaise, decidedPaise, proposedAs } from './reconciliation.rules.ts';

describe('LEND-24: what clears a difference', () => {
  test('is decided by two where it gives money up, however little, and from ₹500 on, in either direction', () => {
    expect(proposedAs('loss', 1, 0)).toBe('rail_loss');
    expect(proposedAs('rail_returned', 50_000, 0)).toBeUndefined();
    expect(proposedAs('rail_returned', 50_001, 0)).toBe('rail_returned');
    expect(proposedAs('rail_returned', -50_001, 0)).toBe('rail_returned');
    expect(proposedAs('agreed', 50_000, 0)).toBeUndefined();
    expect(proposedAs('agreed', 50_001, 0)).toBe('rail_agreed');
    expect(proposedAs('agreed', -50_001, 0)).toBe('rail_agreed');
  });

  test('is decided by two once one person has cleared ₹5,000 alone on a day, but for what moves nothing', () => {
    expect(proposedAs('agreed', -50_000, 450_000)).toBeUndefined();
    expect(proposedAs('agreed', 50_000, 450_001)).toBe('rail_agreed');
    expect(proposedAs('rail_returned', -1, 500_000)).toBe('rail_returned');
    expect(proposedAs('refund_arrived', 1, 500_000)).toBe('rail_refund');
    expect(proposedAs('agreed', 0, 500_000)).toBeUndefined();
  });

  test('is about the whole of a row that is said to need no booking, else about what stands in the books', () => {
    const row = { kind: 'unmatched_row', paise: 0, rowPaise: -90_000 } as const;
    expect(decidedPaise(row, 'agreed')).toBe(-90_000);
    expect(decidedPaise({ ...row, paise: -90_000 }, 'rail_returned')).toBe(-90_000);
    expect(decidedPaise({ kind: 'contradiction', paise: 0, rowPaise: -90_000 }, 'agreed')).toBe(0);
  });

  test('counts what one person decided alone, in either direction, and nothing that two give up', () => {
    const cleared = {
      kind: 'duplicate',
      resolution: 'rail_returned',
      bookedPaise: 20_000,
      rowPaise: 0,
    } as const;
    const row = { kind: 'unmatched_row', bookedPaise: 0, rowPaise: -30_000 } as const;
    expect(clearedAlonePaise([])).toBe(0);
    expect(clearedAlonePaise([cleared, { ...row, resolution: 'agreed' }])).toBe(50_000);
    expect(
      clearedAlonePaise([{ ...cleared, kind: 'contradiction', resolution: 'agreed', bookedPaise: 0 }]),
    ).toBe(0);
    expect(clearedAlonePaise([{ ...cleared, resolution: 'loss' }])).toBe(0);
  });

  const differs = (kind: BreakKind, rail: string, paise: number) => ({
    kind,
    rail,
    paise,
    isUnderway: false,
  });

  test('is a loss also where the rail owes and never returns', () => {
    expect(mayResolve(differs('refund_due', 'billpay', 700), 'loss')).toBe(true);
    expect(mayResolve(differs('contradiction', 'billpay', 700), 'loss')).toBe(false);
  });

  test('is never that both agree while money of it stands in the books', () => {
    expect(mayResolve(differs('late_success', 'billpay', 700), 'agreed')).toBe(false);
    expect(allowedFor(differs('late_success', 'billpay', 0))).toEqual(['agreed']);
    expect(allowedFor(differs('unmatched_row', 'razorpay', 118))).toEqual(['loss', 'agreed']);
    expect(allowedFor(differs('unmatched_row', 'razorpay', -118))).toEqual(['rail_returned', 'agreed']);
  });

  test('is nothing while what it holds is under way', () => {
    for (const kind of BREAK_KINDS) {
      expect(allowedFor({ ...differs(kind, 'razorpay', 700), isUnderway: true })).toEqual([]);
      expect(allowedFor({ ...differs(kind, 'billpay', 0), isUnderway: true })).toEqual([]);
    }
  });

  // Money kept without an owner is given to a user, or goes back by itself.
  const ENDS_BY_ITSELF: BreakKind = 'unmatched_receipt';
  test.each(
    BREAK_KINDS.flatMap((kind) =>
      BREAK_RAILS.flatMap((rail) => [0, 700, -700].map((paise) => [kind, rail, paise] as const)),
    ),
  )('LEND-21: exists for every kind: %s at %s, %i in the books', (kind, rail, paise) => {
    const allowed = allowedFor(differs(kind, rail, paise));
    const canMoveMoney = ['rail_returned', 'loss', 'refund_arrived'].some((name) =>
      (CLEARED_BY[name as Clearing] as readonly string[]).includes(kind),
    );
    // Where a kind never has money in the books, none is asked about.
    const isPossible = paise === 0 || (canMoveMoney && (kind !== 'refund_due' || paise > 0));
    expect(allowed.length > 0 || !isPossible || kind === ENDS_BY_ITSELF).toBe(true);
    expect(allowed.filter((name) => !mayResolve(differs(kind, rail, paise), name))).toEqual([]);
  });

  test('LEND-21: every kind that a resolution names is one that the contract knows', () => {
    const named = Object.values(CLEARED_BY).flat();
    expect(named.filter((kind) => !BREAK_KINDS.some((one) => one === kind))).toEqual([]);
  });

  test.each(['rail_returned', 'loss', 'refund_arrived'] as const)(
    'LEND-21: the journal of %s exists for those differences alone that staff may clear with it',
    (by) => {
      const cases = BREAK_KINDS.flatMap((kind) =>
        BREAK_RAILS.flatMap((rail) => [700, -700].map((paise) => ({ kind, rail, paise }))),
      );
      const booked = cases.filter((one) => hasJournal(one, by));
      expect(booked).toEqual(
        cases.filter(({ kind, rail, paise }) => mayResolve(differs(kind, rail, paise), by)),
      );
    },
  );
});

interface Case {
  readonly kind: BreakKind;
  readonly rail: string;
  readonly paise: number;
}

function hasJournal({ kind, rail, paise }: Case, by: Clearing): boolean {
  const bankRow = {
    creditPaise: paiseOf(Math.max(0, -paise)),
    debitPaise: paiseOf(Math.max(0, paise)),
    isPayment: false,
    isWaiting: true,
    isUnderway: false,
    dispute: 'none',
  } as const;
  const open = { id: 'break', loanId: null, kind, rail, booksPaise: paiseOf(paise), bankRow };
  try {
    return clearing(open, by, businessDate('2027-02-20')) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
