import type { User } from '@supabase/auth-js';
import { formatMobile } from '../../lib/format.ts';

/** What a person knows an account by: its mail address, or else its number. */
export function accountName(user: Pick<User, 'email' | 'phone'>): string {
  return user.email || formatMobile(user.phone ?? '');
}
