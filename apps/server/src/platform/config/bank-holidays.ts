import { type BusinessDate, businessDate } from '@mohlat/money';
import { ConfigError, type Env } from '@mohlat/platform/config/secrets.ts';

/**
 * Days on which banks do not settle, beside Sundays and the second and fourth Saturday: `BANK_HOLIDAYS`, dates by commas.
 * Throws ConfigError. Rule: LEND-T6.
 */
export function readBankHolidays({ BANK_HOLIDAYS }: Env): readonly BusinessDate[] {
  const named = (BANK_HOLIDAYS ?? '').split(',').map((one) => one.trim());
  return named.filter((one) => one !== '').map(readHoliday);
}

/**
 * Whether no named day is today or later. Lists are published for a year: from the day after the last one a holiday counts as a
 * working day, and a debit is called late while its bank may still answer.
 */
export function isListOver(holidays: readonly BusinessDate[], today: BusinessDate): boolean {
  return holidays.every((day) => day < today);
}

function readHoliday(text: string): BusinessDate {
  try {
    return businessDate(text);
  } catch {
    throw new ConfigError(`BANK_HOLIDAYS names "${text}"; use dates such as 2027-01-26`);
  }
}
