import { to } from '../../lib/addresses.ts';
const STORAGE_KEY = 'mohlat-ref';

/** Carries the code of /?ref= to every Sign Up link of the visit. */
export function carryReferral(page: Document, address: Location, storage: Storage): void {
  const given = new URLSearchParams(address.search).get('ref');
  if (given !== null && /^[A-Za-z0-9-]{4,32}$/.test(given)) storage.setItem(STORAGE_KEY, given);
  const code = storage.getItem(STORAGE_KEY);
  if (code === null) return;
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-signup]')) {
    link.href = to('/signup', { query: { ref: code } });
  }
}
