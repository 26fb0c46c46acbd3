import type { User } from '@supabase/auth-js';
import { formatMobile } from './format.ts';

/** Names the account as the person knows it: by its email address, or else by its mobile number. */
export function accountName(user: Pick<User, 'email' | 'phone'>): string {
  return user.email || formatMobile(user.phone ?? '');
}
