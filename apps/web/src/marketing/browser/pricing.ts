import { setClockBy } from '../../lib/product-clock.ts';
import type { LatePrices, PriceList } from '../price-bill.ts';

/** The part of `/public/pricing` the public pages use. */
export interface PublicPricing extends PriceList {
  readonly sandbox: boolean;
  readonly late: LatePrices;
  readonly lender: { readonly name: string; readonly registration: string };
  readonly grievanceOfficer: { readonly name: string; readonly phone: string; readonly email: string };
}

const PATIENCE_MS = 8_000;

/** Today's fees and plans; undefined when they cannot be had, and the printed ones stand. */
export async function fetchPricing(): Promise<PublicPricing | undefined> {
  try {
    const response = await fetch('/api/v1/public/pricing', { signal: AbortSignal.timeout(PATIENCE_MS) });
    setClockBy(response);
    return response.ok ? ((await response.json()) as PublicPricing) : undefined;
  } catch {
    return undefined;
  }
}
