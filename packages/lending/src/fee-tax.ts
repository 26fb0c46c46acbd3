import { gstInsideFee, paise } from '@mohlat/money';
import { splitGst, type Supply, type TaxHeads } from './gst.ts';

/** What a waiver let off of a fee, in paise. */
interface WaivedFee {
  readonly waiverId: string;
  readonly amountPaise: number;
}

/** The tax inside the fee of a loan: its rate, its heads, and what staff let off of the fee so far, oldest first. */
export interface FeeTax extends Supply {
  readonly gstBps: number;
  readonly waived: readonly WaivedFee[];
}

const NO_TAX: TaxHeads = { cgstPaise: paise(0), sgstPaise: paise(0), igstPaise: paise(0) };

/**
 * The tax that goes back with the next part of a fee, by the heads it was booked with: in step with all that was let off, so that
 * it comes to what was booked once the whole fee is. A part is never all tax.
 * Rule: LEND-F2, LEND-F5
 */
export function taxBack(tax: FeeTax, feePaise: number): TaxHeads {
  if (feePaise === 0) return NO_TAX;
  const fees = [...tax.waived.map(({ amountPaise }) => amountPaise), feePaise];
  let waived = 0;
  let backHalf = 0;
  let half = 0;
  for (const fee of fees) {
    waived += fee;
    const due = gstInsideFee(paise(waived), tax.gstBps).halfPaise - backHalf;
    half = Math.max(0, Math.min(Math.trunc((fee - 1) / 2), due));
    backHalf += half;
  }
  return splitGst(2 * half, tax);
}

/** With a part more that a waiver let off. */
export function withWaivedFee(tax: FeeTax, { waiverId, amountPaise }: WaivedFee): FeeTax {
  const last = tax.waived.at(-1);
  if (last?.waiverId !== waiverId) return { ...tax, waived: [...tax.waived, { waiverId, amountPaise }] };
  return {
    ...tax,
    waived: [...tax.waived.slice(0, -1), { waiverId, amountPaise: last.amountPaise + amountPaise }],
  };
}
