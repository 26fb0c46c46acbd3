/** A browser keeps a public answer for up to a minute: a difference below this says nothing of the device's clock. */
const TOLERANCE_MS = 120_000;

let aheadMs = 0;

/** Milliseconds since 1970 by the product's clock, as far as this page has heard of it; until then by the device's. */
export function nowMs(): number {
  return productMs(Date.now());
}

/** A moment of this device's clock by the product's. */
export const productMs = (deviceMs: number): number => deviceMs + aheadMs;

/**
 * Takes the time from an answer of the server. A phone's clock may be wrong, and a trial installation's is moved on purpose: days
 * that are left are counted by the clock that the product keeps its promises by.
 */
export function setClockBy({ headers }: Pick<Response, 'headers'>): void {
  const server = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(server)) return;
  const ahead = server - Date.now();
  aheadMs = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead;
}
