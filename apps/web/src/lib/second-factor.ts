import type { Factor } from '@supabase/auth-js';
import { auth } from './auth-client.ts';
import { thrownBy } from './auth-errors.ts';
import { readAuthSettings } from './auth-settings.ts';
import { askDevice } from './passkey.ts';

export interface PhoneWay {
  readonly kind: 'phone';
  readonly factorId: string;
  /** As the service keeps it: digits, the country's before the others. */
  readonly phone: string;
}

/** A second factor: an app's code, a passkey, a code by SMS, or a recovery code for when the others are lost. */
export type Way =
  | PhoneWay
  | { readonly kind: 'app'; readonly factorId: string; readonly name: string }
  | { readonly kind: 'passkey'; readonly factorId: string; readonly name: string }
  | { readonly kind: 'recovery' };

/** The ways of an account, the quickest and safest first. Throws the auth service's error. */
export async function findWays(): Promise<readonly Way[]> {
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw thrownBy(error);
  const name = ({ friendly_name: given = '' }: Factor) => given;
  const way = (kind: 'app' | 'passkey') => (factor: Factor) =>
    ({ kind, factorId: factor.id, name: name(factor) }) as const;
  const hasCodes = data.all.some(({ factor_type: type }) => (type as string) === 'recovery_code');
  return [
    ...data.totp.map(way('app')),
    ...data.webauthn.map(way('passkey')),
    ...(await numbersOf(data.phone)),
    ...(hasCodes ? [{ kind: 'recovery' } as const] : []),
  ];
}

/** Numbers are asked where the service still sends codes to them. */
async function numbersOf(factors: readonly Factor[]): Promise<readonly PhoneWay[]> {
  if (factors.length === 0) return [];
  const settings = await readAuthSettings();
  if (!settings.hasPhoneFactor) return [];
  return factors.map((factor) => ({
    kind: 'phone',
    factorId: factor.id,
    phone: 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : '',
  }));
}

/** Has a code sent to a number; the id by which it is answered, or why none was sent. */
export async function askNumber({
  factorId,
}: Pick<PhoneWay, 'factorId'>): Promise<{ readonly id?: string; readonly error?: Error }> {
  const { data, error } = await auth.mfa.challenge({ factorId });
  return error ? { error } : { id: data.id };
}

/** Proves the session by the code that was sent. Undefined when it was taken. */
export async function answerNumber(
  { factorId }: Pick<PhoneWay, 'factorId'>,
  challengeId: string,
  code: string,
): Promise<Error | undefined> {
  const { error } = await auth.mfa.verify({ factorId, challengeId, code });
  return error ?? undefined;
}

/** Proves the session by a code, or by the device where the way is a passkey. Undefined when it was taken. */
export async function prove(way: Exclude<Way, PhoneWay>, code = ''): Promise<Error | undefined> {
  if (way.kind === 'passkey') return askDevice(way.factorId);
  const { error } = await (way.kind === 'recovery'
    ? auth.mfa.recoveryCodes.verify({ code })
    : auth.mfa.challengeAndVerify({ factorId: way.factorId, code }));
  return error ?? undefined;
}
