const STORAGE_KEY = 'mohlat-device';

/**
 * A random name of this browser, said in a header of each sign-up and log-in: two accounts of one device are no referral, and
 * the owner of an account is told of a log-in from another one. Says nothing else, and is no data of an account: tokens show those.
 */
export function deviceName(): string {
  try {
    const known = localStorage.getItem(STORAGE_KEY);
    if (known !== null) return known;
    const made = crypto.randomUUID();
    localStorage.setItem(STORAGE_KEY, made);
    return made;
  } catch {
    // Storage is refused: it goes on without a name.
    return '';
  }
}
