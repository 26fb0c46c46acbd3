import { gstInsideFee, paise } from '@mohlat/money';
import { splitGst, type Supply, type TaxHeads } from './gst.ts';

/** The waived part of a fee, in paise. */
interface WaivedFee {
  readonly waiverId: string;
  readonly amountPaise: number;
}

/** The tax inside the fee of a loan: its rate, its heads, and the waived parts of the fee so far, oldest first. */
export interface FeeTax extends Supply {
  readonly gstBps: number;
  readonly waived: readonly WaivedFee[];
}

/**
 * The tax that goes back with the next waived part of a fee, in paise, by the heads it was booked with. It follows the
 * sum of all waived parts, so that it equals the booked tax once the whole fee is waived. A part is never all tax.
 * Rule: LEND-F2, LEND-F5
 */
export function taxBack(tax: FeeTax, feePaise: number): TaxHeads {
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

/** The tax of a fee with one more waived part. */
export function withWaivedFee(tax: FeeTax, { waiverId, amountPaise }: WaivedFee): FeeTax {
  const last = tax.waived.at(-1);
  if (last?.waiverId !== waiverId) return { ...tax, waived: [...tax.waived, { waiverId, amountPaise }] };
  return {
    ...tax,
    waived: [...tax.waived.slice(0, -1), { waiverId, amountPaise: last.amountPaise + amountPaise }],
  };
}
