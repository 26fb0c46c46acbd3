import { getMe } from '@mohlat/contract';
import { call } from '../../lib/api.ts';
import { HOME_PATH } from '../../lib/return-path.ts';

export const ONBOARDING_PATH = '/onboarding';

/** Where a new session goes: onboarding while it is open, else where the person wanted to be. */
export async function pathAfterLogin(wanted: string = HOME_PATH): Promise<string> {
  try {
    const me = await call(getMe, {});
    return me.onboardingComplete ? wanted : ONBOARDING_PATH;
  } catch {
    // The dashboard has its own way to say that figures cannot be shown.
    return wanted;
  }
}
