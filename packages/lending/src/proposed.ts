import {
  addDays,
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
  return {
    id,
    status: 'active',
    disbursedOn: lentOn,
    closedOn: null,
    writtenOffOn: null,
    closedThroughOn: addDays(lentOn, -1),
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
    instalments: rows.map((row, index) => newInstalment(row, rows[index - 1]?.dueOn ?? lentOn)),
    charges: [],
    reversedCharges: [],
    earmarks: [],
    receipts: [],
    prepaidInterestPaise: ZERO_PAISE,
    agreements: [],
    standings: [],
    hardships: [],
    freezes: [],
    debits: [],
    allowancePaise: ZERO_PAISE,
  };
}

function newInstalment(row: ScheduleRow, startOn: BusinessDate): Instalment {
  return { ...unpaidInstalment(row), id: `instalment ${row.number}`, startOn, isDemanded: false };
}
