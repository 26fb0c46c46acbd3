import {
  type Bps,
  type BusinessDate,
  gstInsideFee,
  type LatePolicy,
  type Paise,
  type ScheduleRow,
  sumPaise,
  unpaidInstalment,
  ZERO_PAISE,
} from '@mohlat/money';
import type { Instalment, Loan } from './borrower.ts';
import { openingOf } from './loan-booked.ts';

/** A loan that is not booked yet: its terms and its first day. */
export interface Proposal {
  readonly id: string;
  readonly lentOn: BusinessDate;
  readonly billPaise: Paise;
  /** The tax is inside it. */
  readonly feePaise: Paise;
  readonly gstBps: Bps;
  readonly aprBps: Bps;
  readonly annualRateBps: Bps;
  /** Days after its first day on which it may be cancelled. Rule: LEND-8 */
  readonly coolingOffDays: number;
  readonly late: LatePolicy;
  readonly rows: readonly ScheduleRow[];
}

/** The loan of a proposal as it is booked, on the morning of its first day: not yet closed, demanded or paid. */
export function proposedLoan(proposal: Proposal): Loan {
  const { id, lentOn, billPaise, feePaise, gstBps, aprBps, annualRateBps, coolingOffDays, late, rows } =
    proposal;
  const { closedThroughOn, instalments } = openingOf(rows, lentOn);
  return {
    id,
    status: 'active',
    disbursedOn: lentOn,
    bookedOn: lentOn,
    closedOn: null,
    writtenOffOn: null,
    closedThroughOn,
    nextOn: null,
    rewoundCount: 0,
    noNewPenalThroughOn: null,
    financedPaise: sumPaise([billPaise, feePaise]),
    feeTax: { gstBps, supplierState: null, supplyState: null, waived: [] },
    late,
    sold: {
      billPaise,
      feePaise,
      gstPaise: gstInsideFee(feePaise, gstBps).gstPaise,
      aprBps,
      annualRateBps,
      coolingOffDays,
    },
    instalments: instalments.map((row) => newInstalment(row)),
    charges: [],
    reversedCharges: [],
    earmarks: [],
    receipts: [],
    prepaidInterestPaise: ZERO_PAISE,
    agreements: [],
    standings: [],
    hardships: [],
    disputes: [],
    freezes: [],
    debits: [],
    allowancePaise: ZERO_PAISE,
  };
}

function newInstalment(row: ScheduleRow & Pick<Instalment, 'startOn'>): Instalment {
  return {
    ...unpaidInstalment(row),
    id: `instalment ${row.number}`,
    startOn: row.startOn,
    isDemanded: false,
  };
}
