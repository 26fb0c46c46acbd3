const IST_OFFSET_MS = 330 * 60_000;

/** An instant as Indian wall time with its offset: 2026-04-01T09:30:00+05:30. */
export function istTimestamp(at: Date): string {
  return `${new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;
}

/** The Indian calendar day of an instant, `YYYY-MM-DD`. */
export function istDateOf(at: Date): string {
  return istTimestamp(at).slice(0, 10);
}
