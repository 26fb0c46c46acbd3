import { AuthError } from './auth.errors.ts';
import type { User } from './auth.user.ts';

export const WAITS_FOR_OWNER = 'Choose a new password before you change how we reach you';

/**
 * Whether the ways in to an account may change. After a change was taken back they wait for the owner: an account elsewhere or a
 * factor may be a stranger's until a new password is chosen by a message to the contact. Throws reauthentication_needed.
 */
export function assertNotGuarded({ guarded_at }: Pick<User, 'guarded_at'>): void {
  if (guarded_at !== null) throw new AuthError('reauthentication_needed', { message: WAITS_FOR_OWNER });
}
