const STORAGE_KEY = 'mohlat-take';

/** Says beside the recordings that one is kept, so that any page can tell it is old without opening their store. */
export function markTake(userId: string, keptOn: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${keptOn} ${userId}`);
  } catch {
    // Storage is full or refused: it is deleted when the video step is opened again.
  }
}

export function unmarkTake(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was written either.
  }
}

/** Whether a recording lies here that can never be handed in: another person's, or one of another day. */
export function isTakeOld(userId: string, day: string): boolean {
  try {
    const mark = localStorage.getItem(STORAGE_KEY);
    return mark !== null && mark !== `${day} ${userId}`;
  } catch {
    return false;
  }
}
