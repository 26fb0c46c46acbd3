/** Where messages that can be refused may go, and when. */
export interface Channels {
  readonly email: boolean;
  readonly sms: boolean;
  readonly inApp: boolean;
  /** Indian clock times, `22:00`; null when no hours are quiet. */
  readonly quiet: { readonly from: string; readonly until: string } | null;
}

export const ALL_CHANNELS: Channels = { email: true, sms: true, inApp: true, quiet: null };

const IST_OFFSET_MINUTES = 330;
const DAY_MINUTES = 24 * 60;

/** Whether an instant lies in the quiet hours; over midnight when they end before they begin. */
export function isQuiet(quiet: NonNullable<Channels['quiet']>, now: Date): boolean {
  const [from, until, at] = [minutesOf(quiet.from), minutesOf(quiet.until), istMinutes(now)];
  return from < until ? at >= from && at < until : at >= from || at < until;
}

/** When the quiet hours around an instant end; undefined when it lies in none. */
export function quietUntil(channels: Channels, now: Date): Date | undefined {
  if (!channels.quiet || !isQuiet(channels.quiet, now)) return undefined;
  const minutes = (minutesOf(channels.quiet.until) - istMinutes(now) + DAY_MINUTES) % DAY_MINUTES;
  const seconds = now.getUTCSeconds() * 1000 + now.getUTCMilliseconds();
  return new Date(now.getTime() + minutes * 60_000 - seconds);
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function istMinutes(at: Date): number {
  return (at.getUTCHours() * 60 + at.getUTCMinutes() + IST_OFFSET_MINUTES) % DAY_MINUTES;
}
