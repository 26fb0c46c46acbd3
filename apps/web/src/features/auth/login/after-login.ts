import { getMe } from '@mohlat/contract';
import { call } from '../../../lib/api.ts';
import { getSessionState } from '../../../lib/auth.ts';
import { HOME_PATH, STAFF_PATH } from '../../../lib/return-path.ts';
import { to } from '../../../lib/addresses.ts';

export const ONBOARDING_PATH = to('/onboarding');

/** Whether the session is one of the staff's, as the token says: for where it leads, never for what it may do. */
function isStaffSession(): boolean {
  const state = getSessionState();
  return state.status === 'in' && state.session.user.app_metadata.is_admin === true;
}

/** Where the person wanted to be; those who wanted nothing else begin at home, and staff at their desk. */
export function homeOrWanted(wanted: string = HOME_PATH): string {
  return wanted === HOME_PATH && isStaffSession() ? STAFF_PATH : wanted;
}

/** Whether a page asks nothing of the person's own account: a desk of staff, and the choice of a new password. */
function isBeforeOnboarding(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  return pathname === STAFF_PATH || pathname.startsWith(`${STAFF_PATH}/`) || pathname === to('/new-password');
}

/** Where a new session goes: onboarding while it is open, else where the person wanted to be. */
export async function pathAfterLogin(wanted?: string): Promise<string> {
  const path = homeOrWanted(wanted);
  if (isBeforeOnboarding(path)) return path;
  try {
    const me = await call(getMe, {});
    return me.onboardingComplete ? path : ONBOARDING_PATH;
  } catch {
    // The dashboard has its own way to say that figures cannot be shown.
    return path;
  }
}
