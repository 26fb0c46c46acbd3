const STORAGE_KEY = 'mohlat-name';

interface KeptName {
  readonly userId: string;
  readonly name: string;
}

/** Remembers on this device how the user is greeted, for a start without a network. A log-out forgets it, and so does the dialog of an ended session. */
export function keepName(userId: string, name: string): void {
  try {
    const kept: KeptName = { userId, name };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or refused: the next start greets without a name.
  }
}

/** The name in this person's last greeting on this device; undefined for anybody else, and when it cannot be read. */
export function keptName(userId: string): string | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<KeptName> | null;
    return kept?.userId === userId && typeof kept.name === 'string' ? kept.name : undefined;
  } catch {
    return undefined;
  }
}

export function forgetName(): void {
  localStorage.removeItem(STORAGE_KEY);
}
