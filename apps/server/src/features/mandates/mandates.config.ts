import type { BusinessDate } from '@mohlat/money';
import { readBankHolidays } from '#platform/config/bank-holidays.ts';
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

/** The time in which a rail has to answer a debit. */
export interface ReturnWindow {
  readonly workingDays: number;
  /** Days on which banks do not settle, beside Sundays and the second and fourth Saturday. */
  readonly holidays: readonly BusinessDate[];
}

const RETURN_WORKING_DAYS = 3;

/**
 * The rail's return window: working days; `MANDATE_RETURN_WORKING_DAYS`, and the holidays of banks.
 * Throws ConfigError. Rule: LEND-20, LEND-T6.
 */
export function readReturnWindow(env: Readonly<Record<string, string | undefined>>): ReturnWindow {
  const text = env.MANDATE_RETURN_WORKING_DAYS || undefined;
  const workingDays = Number(text ?? RETURN_WORKING_DAYS);
  if (!Number.isSafeInteger(workingDays) || workingDays < 1 || workingDays > 10)
    throw new ConfigError(`MANDATE_RETURN_WORKING_DAYS is "${text}"; use a number from 1 to 10`);
  return { workingDays, holidays: readBankHolidays(env) };
}
