/** First parts of the addresses that the app draws; every other address is a file, a public page, or not found. */
const APP_PAGES = [
  'account-closed',
  'admin',
  'auth',
  'dashboard',
  'forgot-password',
  'help',
  'login',
  'new-password',
  'onboarding',
  'receipt',
  'repay',
  'second-factor',
  'signup',
  'status',
] as const;

const ADDRESS = new RegExp(`^/(?:${APP_PAGES.join('|')})(?:/|$)`);

const PAYING = /^\/(?:dashboard\/payments\/[^/]+|repay)$/;

/**
 * Whether the page at this address takes a repayment or sets autopay up: only these may load the provider's checkout. A path
 * without query.
 */
export function isPayingPage(path: string): boolean {
  return PAYING.test(path);
}

/** Whether the app draws this address: a path without query. The server answers it with the app's page, and so does the service worker. */
export function isAppPage(path: string): boolean {
  return ADDRESS.test(path);
}
