export const HOME_PATH = '/dashboard';

/** A path inside the app to go to after log-in; anything that could lead elsewhere becomes the dashboard. */
export function safeReturnPath(next: string | null | undefined): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return HOME_PATH;
  return next.startsWith('/login') || next.startsWith('/signup') ? HOME_PATH : next;
}

/** The log-in page that leads back here afterwards. */
export function loginPath(from: string): string {
  return from === HOME_PATH ? '/login' : `/login?next=${encodeURIComponent(from)}`;
}
