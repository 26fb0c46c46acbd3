import type { Paise } from '../call-context.ts';
import type { Biller } from './port.ts';

const GST_PERCENT = 18n;

/**
 * The fee the biller takes from the customer for one payment: (flat + amount × percent) plus 18 % GST, rounded
 * half up to the paisa. Goes beside the amount, never inside it.
 */
export function convenienceFee(biller: Pick<Biller, 'convenienceFee'>, amount: Paise): Paise {
  const slab = biller.convenienceFee.find((s) => amount >= s.from && (s.to === undefined || amount <= s.to));
  if (!slab) return 0;
  const [whole = '0', fraction = ''] = slab.percent.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const percentScaled = BigInt(whole + fraction);
  const beforeTax = BigInt(slab.flat) * 100n * scale + BigInt(amount) * percentScaled;
  const denominator = 100n * scale * 100n;
  const numerator = beforeTax * (100n + GST_PERCENT);
  return Number((2n * numerator + denominator) / (2n * denominator));
}
