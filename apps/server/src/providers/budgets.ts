import { z } from 'zod';

/**
 * Calls that a provider charges for, one by one. Bills, debits and refunds are none of them: what was promised to a person is
 * never held back for its price.
 */
export const PAID_OPS: Readonly<Record<string, readonly string[]>> = {
  setu_data: ['verifyPan', 'matchNames', 'startAadhaar', 'startBankAccount'],
  cashfree_vrs: ['startVideoSession'],
  decentro: ['pullReport'],
  msg91: ['sendSms'],
};

/** The budget of a provider for a day, and the price of one call, in paise. A call without a price is not counted. */
export interface Budget {
  readonly dayPaise: number;
  readonly prices: Readonly<Record<string, number>>;
}

export type Budgets = Readonly<Record<string, Budget>>;

const paise = z.int().positive();
const shape = z.record(z.string(), z.strictObject({ dayPaise: paise, prices: z.record(z.string(), paise) }));

/** Reads `PROVIDER_BUDGETS`. Undefined: it is there and unusable, for instance because it names a call that costs nothing. */
export function budgetsFromEnv(env: Record<string, string | undefined>): Budgets | undefined {
  const text = env['PROVIDER_BUDGETS']?.trim();
  if (!text) return {};
  const parsed = shape.safeParse(jsonOf(text));
  if (!parsed.success) return undefined;
  const isKnown = ([provider, { prices }]: [string, Budget]) =>
    Object.keys(prices).every((op) => PAID_OPS[provider]?.includes(op)) && PAID_OPS[provider] !== undefined;
  return Object.entries(parsed.data).every(isKnown) ? parsed.data : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
