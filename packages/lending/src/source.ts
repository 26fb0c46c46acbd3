import type { BusinessDate, ChargeKind } from '@mohlat/money';

/** The steps of the end of a day that write no row of their own. */
export type DayStep = 'accrual' | 'npa' | 'npa_upgrade' | 'ecl' | 'ecl released' | 'tiny';

/**
 * The cause of a journal; one cause is booked once. A loan that was taken back replays its days, so the count of replays
 * is part of the cause (`rewoundCount`). A new charge has no id yet: its kind, instalment and lateness name it.
 * Rule: LEND-16, LEND-W6
 */
export type Source =
  | { readonly of: 'row'; readonly id: string; readonly rewoundCount: number }
  /** A later event of a row; a replay leaves it standing. */
  | {
      readonly of: 'row step';
      readonly id: string;
      readonly step: 'ended' | 'rail owes' | 'won' | 'lost' | 'returned' | 'met' | 'kept';
    }
  /** A row of a rail's list about the money of a payment or of a difference. */
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

/** The cause of a journal that a row brings once: no replay repeats it. Rule: LEND-16 */
export function onceOf(id: string): Source {
  return { of: 'row', id, rewoundCount: 0 };
}
