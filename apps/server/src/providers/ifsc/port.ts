import type { CallContext } from '../call-context.ts';

export type IfscResult =
  | {
      found: true;
      bank: string;
      bankCode: string;
      /** Empty when only the bank is known (offline). */
      branch: string;
      /** Empty when only the bank is known (offline). */
      city: string;
      address: string;
      /** Null when not known (offline). */
      hasImps: boolean | null;
      hasUpi: boolean | null;
      source: 'live' | 'cache' | 'offline';
    }
  | { found: false };

export interface IfscPort {
  /** Never fails because of the provider: when it is down, the bank's name comes from the code's prefix. */
  lookup(ifsc: string, c?: CallContext): Promise<IfscResult>;
}
