import {
  addDays,
  aprMonthlyBps,
  aprSingleBps,
  type Bps,
  type BusinessDate,
  DEFAULT_GST_BPS,
  DEFAULT_LATE_POLICY,
  emiSchedule,
  gstInsideFee,
  type Paise,
  type ScheduleRow,
  serviceFee,
  singleSchedule,
  sumPaise,
  unpaidInstalment,
  ZERO_PAISE,
} from '@mohlat/money';
import type { Instalment, Loan } from '../borrower.ts';

const RATE_BPS: Bps = 1_175;
const SINGLE_DAYS = 30;
const COOLING_OFF_DAYS = 3;

/** What a loan is sold for. */
export interface LoanTerms {
  readonly id: string;
  readonly billPaise: Paise;
  /** Instalments; one is the single payment after 30 days. */
  readonly count: number;
  readonly disbursedOn: BusinessDate;
}

/** A loan as it is booked, on the morning of its first day: nothing is closed, demanded or paid. */
export function newLoan({ id, billPaise, count, disbursedOn }: LoanTerms): Loan {
  const feePaise = serviceFee(billPaise);
  const sold = { billPaise, feePaise, anchorOn: disbursedOn };
  const isSingle = count === 1;
  const rows = isSingle ? singleSchedule(sold) : emiSchedule({ ...sold, rateBps: RATE_BPS, count });
  const amounts = rows.map((row) => row.amountPaise);
  return {
    id,
    status: 'active',
    disbursedOn,
    closedOn: null,
    writtenOffOn: null,
    closedThroughOn: addDays(disbursedOn, -1),
    rewoundCount: 0,
    noNewPenalThroughOn: null,
    financedPaise: sumPaise([billPaise, feePaise]),
    feeTax: { gstBps: DEFAULT_GST_BPS, supplierState: null, supplyState: null, waived: [] },
    late: DEFAULT_LATE_POLICY,
    sold: {
      billPaise,
      feePaise,
      gstPaise: gstInsideFee(feePaise).gstPaise,
      aprBps: isSingle
        ? aprSingleBps(billPaise, sumPaise(amounts), SINGLE_DAYS)
        : aprMonthlyBps(billPaise, amounts),
      annualRateBps: isSingle ? 0 : RATE_BPS,
      coolingOffDays: COOLING_OFF_DAYS,
    },
    instalments: rows.map((row, index) => newInstalment(row, rows[index - 1]?.dueOn ?? disbursedOn)),
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
