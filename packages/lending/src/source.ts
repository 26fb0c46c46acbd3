import type { BusinessDate, ChargeKind } from '@mohlat/money';

/** What the end of a day does to a loan that is no row of its own. */
export type DayStep = 'accrual' | 'npa' | 'npa_upgrade' | 'ecl' | 'ecl released' | 'tiny';

/**
 * What caused a journal; the same cause is booked once. A loan that was taken back to an earlier day lives its days again: the
 * number of times is part of the cause (`rewoundCount`). A new charge has no id yet: it is known by what it is for.
 * Rule: LEND-16, LEND-W6
 */
export type Source =
  | { readonly of: 'row'; readonly id: string; readonly rewoundCount: number }
  /** What became of a row later; a rewind leaves it standing. */
  | {
      readonly of: 'row step';
      readonly id: string;
      readonly step: 'ended' | 'rail owes';
    }
  /** A row of a rail's list that speaks of a payment's money, or of a difference's. */
  | {
      readonly of: 'rail row';
      readonly about: string;
      readonly says: 'rail refund' | 'back';
      readonly rowId: string;
    }
  /** Money that a rail took under a name of its own. */
  | {
      readonly of: 'rail reference';
      readonly reference: string;
      readonly verdict: string;
    }
  | {
      readonly of: 'loan day';
      readonly loanId: string;
      readonly step: DayStep;
      readonly on: BusinessDate;
      readonly rewoundCount: number;
    }
  | {
      readonly of: 'charge';
      readonly loanId: string;
      readonly kind: ChargeKind;
      readonly number: number;
      readonly lateDays: number;
    };
