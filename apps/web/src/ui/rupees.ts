/** The last three digits, then two by two: 1,23,456. What the platform's own formats do takes a cheap phone far longer. */
function grouped(whole: number): string {
  return String(whole).replace(/\d(?=(?:\d\d)+\d$)/g, '$&,');
}

/** `auto`: whole rupees stand without decimals (headline, sentence, button). `always`: two, so columns align. */
export type RupeeDecimals = 'auto' | 'always';

/** Writes paise as "₹1,23,456.70". Latin digits in every language; the minus stands before the sign. */
export function formatRupees(paise: number, decimals: RupeeDecimals = 'auto'): string {
  const whole = Math.trunc(Math.abs(paise) / 100);
  const rest = Math.abs(paise) % 100;
  const tail = decimals === 'always' || rest !== 0 ? `.${String(rest).padStart(2, '0')}` : '';
  return `${paise < 0 ? '−' : ''}₹${grouped(whole)}${tail}`;
}

/**
 * Writes instalments of one amount as "3 × ₹5,200"; where the last takes what rounding left, as "2 × ₹1,741 + ₹1,740.42".
 * Paise.
 */
export function formatInstalments(
  {
    count,
    eachPaise,
    totalPaise,
  }: { readonly count: number; readonly eachPaise: number; readonly totalPaise: number },
  decimals: RupeeDecimals = 'auto',
): string {
  const lastPaise = totalPaise - (count - 1) * eachPaise;
  const each = formatRupees(eachPaise, decimals);
  return lastPaise === eachPaise
    ? `${count} × ${each}`
    : `${count - 1} × ${each} + ${formatRupees(lastPaise, decimals)}`;
}

/** No amount a person types may be above this; the server refuses more. Rule: LEND-M1 */
const MAX_INPUT_PAISE = 1_000_000_000_000;
const GROUPED = /^\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3}$/;

/**
 * Reads what a person typed or pasted ("₹1,23,456.5", "1 200", "Rs. 500") as paise. Commas and spaces must group thousands, so
 * "1,5" is refused, not read as fifteen. Undefined when it is no amount from 0 to the ceiling with at most two decimals.
 */
export function parseRupees(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .trim();
  const [, whole = '', fraction = ''] = /^([\d,\s]*)(?:\.(\d{0,2}))?$/.exec(bare) ?? [];
  const isWhole = /^\d*$/.test(whole) || GROUPED.test(whole);
  if (!isWhole || (whole === '' && fraction === '')) return undefined;
  const paise = Number(`${whole.replace(/[,\s]/g, '')}${fraction.padEnd(2, '0')}`);
  return paise > MAX_INPUT_PAISE ? undefined : paise;
}

/** A currency before the digits, as in "Rs. 500": its point is none of the amount's. */
const CURRENCY = /^[^\d.]*\p{L}\p{M}*\.?/u;

/** Groups an amount while it is being typed: digits, one point, two decimals. Keeps an unfinished "12." as it is. */
export function groupRupeesTyped(text: string): string {
  const bare = text.replace(CURRENCY, '').replace(/[^\d.]/g, '');
  const [whole = '', ...rest] = bare.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 13);
  const before = digits === '' ? '' : grouped(Number(digits));
  return rest.length === 0 ? before : `${before || '0'}.${rest.join('').slice(0, 2)}`;
}
