import { endSession, listSessions } from '@mohlat/contract';
import { type AuthError, isAuthRetryableFetchError, type Factor, type User } from '@supabase/auth-js';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { auth } from '../../lib/auth-client.ts';
import { thrownBy } from '../../lib/auth-errors.ts';
import { keys } from '../../lib/keys.ts';
import { askSecondFactor } from '../../lib/step-up.ts';

/** The account as the auth service has it: its factors, and how it logs in. */
export const accountQuery = queryOptions({ queryKey: keys.account, queryFn: readAccount, staleTime: 0 });

async function readAccount(): Promise<User> {
  const { data, error } = await auth.getUser();
  if (error) throw thrownBy(error);
  return data.user;
}

/** Logging out everywhere ends those that are not listed, too. */
const DEVICES_SHOWN = 50;

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => call(listSessions, { query: { limit: DEVICES_SHOWN }, signal }),
  staleTime: 0,
});

export interface CodesLeft {
  readonly remaining: number;
  readonly total: number;
}

/** The count of recovery codes left; null while none were made. */
export const codesQuery = queryOptions({ queryKey: keys.recoveryCodes, queryFn: readCodes, staleTime: 0 });

async function readCodes(): Promise<CodesLeft | null> {
  const { data, error } = await auth.mfa.recoveryCodes.getStatus();
  if (error?.code === 'mfa_factor_not_found') return null;
  if (error) throw thrownBy(error);
  return data;
}

/** After any change: the account, its codes and its sessions are read again. */
export async function accountChanged(client: QueryClient): Promise<void> {
  await Promise.all(
    [keys.account, keys.recoveryCodes, keys.sessions].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

export const endDevice = (id: string) => call(endSession, { params: { id } });

/** The factors that count, of one kind. */
export function verified(user: User, kind: 'totp' | 'webauthn' | 'phone'): readonly Factor[] {
  return factorsOf(user).filter((one) => one.factor_type === kind);
}

/** The factors that count: recovery codes only come after one. */
export function factorsOf({ factors = [] }: User): readonly Factor[] {
  return factors.filter(
    ({ status, factor_type: type }) => status === 'verified' && (type as string) !== 'recovery_code',
  );
}

/** Whether a factor is the only one. */
export function isLastFactor(user: User): boolean {
  return factorsOf(user).length === 1;
}

/** The person would rather not show the second factor. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

/** Does what wants the second factor shown lately; where that is some time ago it is asked for, and then it is done. */
export async function afterFactor<Answer extends { readonly error: AuthError | null }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask();
  if (answer.error?.code !== 'insufficient_aal') return answer;
  return (await askSecondFactor()) ? ask() : answer;
}

/** Takes a factor away, once it, or another one, was shown again. Throws NotConfirmed and the auth service's errors. */
export async function removeFactor(factorId: string): Promise<void> {
  if (!(await askSecondFactor())) throw new NotConfirmed();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  // The token still says what the removed factor gave.
  await auth.refreshSession();
}

/** Makes new recovery codes in place of any old ones. Throws NotConfirmed and the auth service's errors. */
export async function makeCodes(isAgain: boolean): Promise<readonly string[]> {
  if (isAgain && !(await askSecondFactor())) throw new NotConfirmed();
  const { recoveryCodes } = auth.mfa;
  const { data, error } = await afterFactor(() =>
    isAgain ? recoveryCodes.regenerate() : recoveryCodes.generate(),
  );
  if (error) throw error;
  return data.codes;
}

/** Recovery codes to show, or that some may have been made which no page has shown: the answer was lost. */
export type MadeCodes = readonly string[] | 'unseen';

/** Codes for a factor that was just added; undefined where the account has some already, or none could be made. */
export async function firstCodes(client: QueryClient): Promise<MadeCodes | undefined> {
  const user = client.getQueryData(accountQuery.queryKey);
  // They are counted only where a second step is on, and a count that could not be read is not none.
  const hadNone =
    client.getQueryData(codesQuery.queryKey) === null || (user !== undefined && factorsOf(user).length === 0);
  const { data, error } = await auth.mfa.recoveryCodes.generate();
  if (data) return data.codes;
  return hadNone && isAuthRetryableFetchError(error) ? 'unseen' : undefined;
}
