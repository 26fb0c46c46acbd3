/** Set by the public pages when a visitor arrives by /?ref=. */
const STORAGE_KEY = 'mohlat-ref';

/** Keeps the code of the friend who sent this visitor until there is an account; without one it is forgotten. */
export function keepReferralCode(code: string | undefined): void {
  if (code === undefined) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, code);
}

/** The code of the friend who sent this visitor: `given` in the address, or from an earlier page of the visit. */
export function referralCode(given: string | null): string | undefined {
  const code = given ?? sessionStorage.getItem(STORAGE_KEY) ?? '';
  return /^[A-Za-z0-9-]{4,32}$/.test(code) ? code : undefined;
}
