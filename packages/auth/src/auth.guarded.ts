import { AuthError } from './auth.errors.ts';
import type { User } from './auth.user.ts';

/**
 * Whether the ways in to an account may change. After a change was taken back they wait for the owner: an account elsewhere or a
 * factor may be a stranger's until a new password is chosen by a message to the contact. Throws account_guarded.
 */
export function assertNotGuarded({ guarded_at }: Pick<User, 'guarded_at'>): void {
  if (guarded_at !== null) throw new AuthError('account_guarded');
}
