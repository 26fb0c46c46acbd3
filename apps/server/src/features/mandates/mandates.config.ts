import { ConfigError } from '#platform/config/config.ts';

const UPI_DEBIT_MAX_PAISE = 1_500_000;

/**
 * The largest UPI debit that needs no approval of its own; above it eNACH is used. Paise; `UPI_AUTOPAY_MAX_PAISE`.
 * Throws ConfigError. Rule: LEND-20.
 */
export function readUpiMaximum(env: Readonly<Record<string, string | undefined>>): number {
  const text = env.UPI_AUTOPAY_MAX_PAISE || undefined;
  const maximum = Number(text ?? UPI_DEBIT_MAX_PAISE);
  if (!Number.isSafeInteger(maximum) || maximum < 100)
    throw new ConfigError(`UPI_AUTOPAY_MAX_PAISE is "${text}"; use paise, such as 1500000 for ₹15,000`);
  return maximum;
}
