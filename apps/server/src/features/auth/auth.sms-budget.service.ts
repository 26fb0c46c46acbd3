import { Counter, Gauge, type Registry } from 'prom-client';
import type { Tx } from '#platform/db/database.ts';
import type { Asker } from './auth.askers.ts';
import { fixedCodeOf } from './auth.codes.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthParts } from './auth.parts.ts';
import { countSmsOfHour, findSmsOfHour, insertSent, listSent } from './auth.messages.repo.ts';
import { STRANGERS_SHARE, secondsUntilOneOf, secondsUntilSms, tooSoon } from './auth.rules.ts';
import { assertReachable } from './auth.sms.ts';

/** Whoever is logged in asks for a code to the account's own number: strangers use up nothing of that. */
const SIGNED_IN = 'signed in';

/**
 * Counts an SMS to a number against everything that bounds it: the asker's own messages to it, those of all strangers, those
 * that the asker's address had for any number, and those of the whole installation. `asker` is undefined for somebody who
 * is logged in. Throws over_sms_send_rate_limit; sms_send_failed for a number that gets none.
 */
export async function countSms(
  tx: Tx,
  parts: AuthParts,
  phone: string,
  asker: Asker | undefined,
): Promise<void> {
  assertReachable(phone, parts.settings.smsCountries);
  await countAsked(tx, parts, phone, asker);
  if (await countSmsOfHour(tx, shareOf(parts, asker), parts.machineClock.now())) return;
  throw refusedByCap(parts);
}

/** What an SMS costs the one who asks for it, where there is nobody to send it to: nothing tells it from one that is sent. */
export async function countNoSms(tx: Tx, parts: AuthParts, phone: string, asker: Asker): Promise<void> {
  assertReachable(phone, parts.settings.smsCountries);
  await countAsked(tx, parts, nobody(phone), asker);
  if ((await findSmsOfHour(tx, parts.machineClock.now())) >= shareOf(parts, asker)) throw refusedByCap(parts);
}

/** Notes what `countNoSms` would count, without refusing; what asks for that next goes by it. */
export async function noteNoSms(tx: Tx, parts: AuthParts, phone: string, asker: Asker): Promise<void> {
  const now = parts.machineClock.now();
  if (fixedCodeOf(parts.settings.testCodes, phone, now) === undefined)
    await insertSent(tx, 'sms', hashOf(parts, `${nobody(phone)}\0${asker.name}`), now);
}

/** Counted apart from what is sent, so that it uses up none of it. */
const nobody = (phone: string) => `nobody ${phone}`;

async function countAsked(tx: Tx, parts: AuthParts, number: string, asker: Asker | undefined): Promise<void> {
  const { settings, machineClock } = parts;
  const now = machineClock.now();
  const own = hashOf(parts, `${number}\0${asker?.name ?? SIGNED_IN}`);
  const wait = secondsUntilSms(await listSent(tx, 'sms', own, now), settings, now);
  if (wait > 0) throw tooSoon('over_sms_send_rate_limit', wait);
  await insertSent(tx, 'sms', own, now);
  if (!asker || asker.isKnown) return;
  const shared = [
    { hash: hashOf(parts, number), max: settings.smsPerNumberPerDayMax, per: 'day' },
    { hash: hashOf(parts, `from ${asker.ip}`), max: settings.smsPerAddressPerHourMax, per: 'hour' },
  ] as const;
  for (const { hash, max, per } of shared) {
    const full = secondsUntilOneOf(await listSent(tx, 'sms', hash, now), max, per, now);
    if (full > 0) throw new AuthError('over_sms_send_rate_limit', { retryAfterSeconds: full });
    await insertSent(tx, 'sms', hash, now);
  }
}

function hashOf({ vault }: AuthParts, what: string): Buffer {
  return vault.fingerprint(what, 'auth.sms');
}

function shareOf({ settings }: AuthParts, asker: Asker | undefined): number {
  const isStranger = asker !== undefined && !asker.isKnown;
  return isStranger ? Math.floor(settings.smsPerHourMax * STRANGERS_SHARE) : settings.smsPerHourMax;
}

function refusedByCap({ smsCap }: AuthParts): AuthError {
  smsCap.refusedCount += 1;
  return new AuthError('over_sms_send_rate_limit');
}

/** Adds what an operator watches: messages of this hour against their bound, and how often it refused one. */
export function registerSmsMetrics(parts: AuthParts, metrics: Registry): void {
  const registers = [metrics];
  const hour = new Gauge({
    name: 'auth_sms_hour',
    help: 'SMS with a code, sent in this hour by the whole installation',
    registers,
    async collect() {
      this.set(await parts.db.plain((tx) => findSmsOfHour(tx, parts.machineClock.now())));
    },
  });
  const max = new Gauge({ name: 'auth_sms_hour_max', help: 'How many of them an hour may have', registers });
  const refused = new Counter({
    name: 'auth_sms_refused_by_cap_total',
    help: 'SMS that this bound refused: raise an alarm when it rises',
    registers,
    collect() {
      this.reset();
      this.inc(parts.smsCap.refusedCount);
    },
  });
  max.set(parts.settings.smsPerHourMax);
  hour.set(0);
  refused.inc(0);
}
