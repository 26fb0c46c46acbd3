export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const IST_OFFSET_MS = 330 * MINUTE_MS;
const DURATION = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** An instant as the bill network writes it: ISO 8601 with the Indian offset. */
export function formatIst(atMs: number): string {
  return `${new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;
}

/** The Indian calendar day of an instant, `YYYY-MM-DD`. */
export function istDay(atMs: number): string {
  return new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** Midnight in India at the start of the day that holds the instant. */
export function startOfIstDay(atMs: number): number {
  return Date.parse(`${istDay(atMs)}T00:00:00+05:30`);
}

/** Milliseconds of an ISO 8601 duration of weeks, days and times; undefined when it is not one. */
export function parseDuration(text: string): number | undefined {
  const parts = DURATION.exec(text);
  if (!parts || /[PT]$/.test(text)) return undefined;
  const [, sign, weeks, days, hours, minutes, seconds] = parts;
  const total =
    Number(weeks ?? 0) * 7 * DAY_MS +
    Number(days ?? 0) * DAY_MS +
    Number(hours ?? 0) * HOUR_MS +
    Number(minutes ?? 0) * MINUTE_MS +
    Number(seconds ?? 0) * SECOND_MS;
  return sign ? -total : total;
}
