import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { AuthError } from './auth.errors.ts';
import { hasVerifiedFactor } from './auth.factors.repo.ts';
import type { Session } from './auth.sessions.repo.ts';

/** A person and the session they ask from; undefined where their token names none. */
interface Asking {
  readonly user: { readonly id: string };
  readonly session: Pick<Session, 'aal'> | undefined;
}

/** Whether a session is half a sign-in: a second factor stands behind the account and was not shown in it. */
export async function isHalf(tx: Tx, { user, session }: Asking): Promise<boolean> {
  return session?.aal !== 'aal2' && (await hasVerifiedFactor(tx, user.id));
}

/** Refuses half a sign-in, with the status that the protocol has for the call. Throws insufficient_aal. */
export async function assertWhole(
  tx: Tx,
  asking: Asking,
  refusal: { readonly status?: number; readonly message?: string } = {},
): Promise<void> {
  if (await isHalf(tx, asking)) throw new AuthError('insufficient_aal', refusal);
}
