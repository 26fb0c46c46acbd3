/** Set by the public pages when somebody arrives by /?ref=. */
const STORAGE_KEY = 'mohlat-ref';

/** The code of the friend who sent this visitor, from the address or from an earlier page of the visit. */
export function referralCode(search: URLSearchParams): string | undefined {
  const given = search.get('ref') ?? sessionStorage.getItem(STORAGE_KEY) ?? '';
  return /^[A-Za-z0-9-]{4,32}$/.test(given) ? given : undefined;
}

export function forgetReferralCode(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
