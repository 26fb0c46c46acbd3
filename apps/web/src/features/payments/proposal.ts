import type { Quote } from '@mohlat/contract';
import type { Proposal } from '@mohlat/lending';
import { type Bps, type BusinessDate, bpsFromDecimal, DEFAULT_GST_BPS, type LatePolicy } from '@mohlat/money';

/**
 * A price as the rules of the loan book want it, lent on a day. Undefined where the server did not say what lateness costs.
 * @throws RangeError when a percentage of the server is none
 */
export function proposalOf(quote: Quote, lentOn: BusinessDate): Proposal | undefined {
  if (quote.late === undefined) return undefined;
  return {
    id: quote.quoteId,
    lentOn,
    billPaise: quote.amountPaise,
    feePaise: quote.serviceFeePaise,
    // Inside the fee: whatever it is, the person pays the same.
    gstBps: DEFAULT_GST_BPS,
    aprBps: bps(quote.aprPercent),
    annualRateBps: bps(quote.annualRatePercent),
    coolingOffDays: quote.keyFacts.coolingOffDays,
    late: policyOf(quote.late),
    rows: quote.schedule.map(({ dueDate, ...row }) => ({ ...row, dueOn: dueDate })),
  };
}

function policyOf(late: NonNullable<Quote['late']>): LatePolicy {
  return {
    graceDays: late.graceDays,
    levyOnLateDays: late.onLateDays,
    bands: late.bands,
    chargeAboveBandsPaise: late.aboveBandsPaise,
    capBps: bps(late.capPercent),
    bouncePaise: late.bouncePaise,
  };
}

function bps(percent: string): Bps {
  const read = bpsFromDecimal(percent);
  if (read === undefined) throw new RangeError(`No percentage: ${percent}`);
  return read;
}
