import { to } from './addresses.ts';
export const HOME_PATH = to('/dashboard');
export const STAFF_PATH = to('/admin');

/**
 * A path inside the app to go to after log-in; anything that could lead elsewhere becomes the dashboard. It is read as
 * the browser reads it, which drops tabs and folds "/./", and what it read is what is used.
 */
export function safeReturnPath(next: string | null | undefined): string {
  const { origin } = globalThis.location;
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return HOME_PATH;
  const url = new URL(next, origin);
  // "/.//elsewhere" stays here as an address, but its path alone would be read as one of another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return HOME_PATH;
  const isLogin = [to('/login'), to('/signup'), to('/second-factor')].some((path) =>
    url.pathname.startsWith(path),
  );
  return isLogin ? HOME_PATH : url.pathname + url.search + url.hash;
}

/** The log-in page that leads back here afterwards. */
export function loginPath(from: string): string {
  return from === HOME_PATH ? to('/login') : to('/login', { query: { next: from } });
}

/** The page that asks for the second factor and leads back here afterwards. */
export function secondFactorPath(from: string): string {
  return to('/second-factor', { query: { next: from } });
}
