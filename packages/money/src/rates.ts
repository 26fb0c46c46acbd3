/** Basis points: 1175 is 11.75% a year. A plain number; every function that takes one checks it. */
export type Bps = number;

/**
 * @throws RangeError when the rate is negative or not a whole number of basis points
 */
export function checkedBps(bps: number): Bps {
  if (!Number.isSafeInteger(bps) || bps < 0) throw new RangeError('A rate is a whole number of basis points');
  return bps;
}

/** The API's decimal string of a rate, always two decimals: 1175 → "11.75". Rule: LEND-M2 */
export function bpsToDecimal(bps: Bps): string {
  const digits = String(checkedBps(bps)).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Reads the API's decimal string back: "11.75" → 1175; undefined when it is not one. Rule: LEND-M2 */
export function bpsFromDecimal(text: string): Bps | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) return undefined;
  return Number(`${match[1] ?? ''}${(match[2] ?? '').padEnd(2, '0')}`);
}
