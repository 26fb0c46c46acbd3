const STORAGE_KEY = 'mohlat-asked';
export const MARK_PARAM = 'asked';

/** A mark of a mail that this browser asked for, and the instant at which it ends, in milliseconds since 1970. */
export type Mark = readonly [mark: string, untilMs: number];

/** The marks of mails whose links were not opened here yet. */
export function keptMarks(): readonly Mark[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Readonly<Record<string, number>>;
    return Object.entries(kept).filter(([, untilMs]) => untilMs > Date.now());
  } catch {
    return [];
  }
}

export function keepMarks(marks: readonly Mark[]): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(marks)));
}
