import {
  aprMonthlyBps,
  aprSingleBps,
  type Bps,
  type BusinessDate,
  DEFAULT_GST_BPS,
  DEFAULT_LATE_POLICY,
  emiSchedule,
  type Paise,
  serviceFee,
  singleSchedule,
  sumPaise,
} from '@mohlat/money';
import type { Loan } from '../borrower.ts';
import { proposedLoan } from '../proposed.ts';

const RATE_BPS: Bps = 1_175;
const SINGLE_DAYS = 30;
const COOLING_OFF_DAYS = 3;

/** The terms at which a loan is sold. */
export interface LoanTerms {
  readonly id: string;
  readonly billPaise: Paise;
  /** Instalments; one is the single payment after 30 days. */
  readonly count: number;
  readonly disbursedOn: BusinessDate;
}

/** A loan as it is booked, on the morning of its first day: not yet closed, demanded or paid. */
export function newLoan({ id, billPaise, count, disbursedOn }: LoanTerms): Loan {
  const feePaise = serviceFee(billPaise);
  const sold = { billPaise, feePaise, anchorOn: disbursedOn };
  const isSingle = count === 1;
  const rows = isSingle ? singleSchedule(sold) : emiSchedule({ ...sold, rateBps: RATE_BPS, count });
  const amounts = rows.map((row) => row.amountPaise);
  return proposedLoan({
    id,
    lentOn: disbursedOn,
    billPaise,
    feePaise,
    gstBps: DEFAULT_GST_BPS,
    aprBps: isSingle
      ? aprSingleBps(billPaise, sumPaise(amounts), SINGLE_DAYS)
      : aprMonthlyBps(billPaise, amounts),
    annualRateBps: isSingle ? 0 : RATE_BPS,
    coolingOffDays: COOLING_OFF_DAYS,
    late: DEFAULT_LATE_POLICY,
    rows,
  });
}
