import { ConfigError } from '@mohlat/platform/config/secrets.ts';
import { AuthError } from './auth.errors.ts';

/** Mobile numbers of a country: its calling code, and the form of a number that can get an SMS. */
const MOBILES: Readonly<Record<string, RegExp>> = {
  AE: /^9715\d{8}$/,
  BD: /^8801\d{9}$/,
  GB: /^447\d{9}$/,
  IN: /^91[6-9]\d{9}$/,
  LK: /^947\d{8}$/,
  NP: /^9779\d{9}$/,
  SG: /^65[89]\d{7}$/,
  US: /^1[2-9]\d{2}[2-9]\d{6}$/,
};
const ANY = 'any';

/** Countries whose numbers get SMS; undefined for every country. Throws ConfigError. */
export function readSmsCountries(list: readonly string[]): readonly string[] | undefined {
  if (list.length === 1 && list[0] === ANY) return undefined;
  const unknown = list.find((country) => MOBILES[country] === undefined);
  if (unknown !== undefined || list.length === 0)
    throw new ConfigError(
      `AUTH_SMS_COUNTRIES has "${unknown ?? ''}"; use ${Object.keys(MOBILES).join(', ')}, or ${ANY} alone`,
    );
  return list;
}

/** Whether we send an SMS to a number, in its stored form: mobiles of the countries listed. Throws sms_send_failed. */
export function assertReachable(phone: string, countries: readonly string[] | undefined): void {
  if (countries && !countries.some((country) => MOBILES[country]?.test(phone)))
    throw new AuthError('sms_send_failed');
}
