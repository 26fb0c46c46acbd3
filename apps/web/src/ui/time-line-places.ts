/** Percent of the line's width. */
const FIRST = 10;
const LAST = 90;
/** The least distance between two points, so that no date runs into the next one. */
const APART = 20;

/** The number of points that have room beside each other on a phone. */
export const POINTS_MAX = 5;

/**
 * Where the points of a line stand, in percent of its width: by their days, and never so near that their dates touch. The
 * line begins on day 0, and what has passed stands there. Days rise; there are `POINTS_MAX` at most.
 */
export function placesOf(days: readonly number[]): number[] {
  const span = Math.max(1, days.at(-1) ?? 0);
  const ideal = days.map((day) => FIRST + (Math.max(0, day) / span) * (LAST - FIRST));
  const pushed: number[] = [];
  for (const place of ideal) pushed.push(Math.max(place, (pushed.at(-1) ?? -APART) + APART));
  // Those that were pushed over the end push the ones before them back.
  for (let index = pushed.length - 1, limit = LAST; index >= 0; index -= 1, limit -= APART) {
    if (pushed[index]! <= limit) break;
    pushed[index] = limit;
  }
  return pushed;
}

/** Where the day itself stands, at the left end of the line. */
export const TODAY = 0.5;

/** Where any day stands on a line whose points have their places: between its neighbours, by how far it is from each. */
export function placeOfDay(day: number, days: readonly number[], places: readonly number[]): number {
  const next = days.findIndex((one) => one >= day);
  if (next === -1) return places.at(-1) ?? TODAY;
  const [fromDay, fromPlace] = next === 0 ? [0, TODAY] : [days[next - 1]!, places[next - 1]!];
  const span = days[next]! - fromDay;
  return (
    fromPlace + (span === 0 ? 0 : ((Math.max(day, fromDay) - fromDay) / span) * (places[next]! - fromPlace))
  );
}

/** The index of the place that lies nearest, in percent of the line. */
export function nearestPlace(place: number, places: readonly number[]): number {
  const distances = places.map((one) => Math.abs(one - place));
  return distances.indexOf(Math.min(...distances));
}
