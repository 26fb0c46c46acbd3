const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;
/** Two readings of the metrics, one a second, are the least that has a rate. */
const RANGE_MIN_S = 5;

/** Divides the durations of alerts, their ranges and offsets by a factor. The expressions stay, and so do the bounds in them. */
export function quicken(alerts: string, factor: number): string {
  const divide = (count: string, unit: string, leastS: number) =>
    `${Math.max(leastS, Math.round((Number(count) * SECONDS[unit as keyof typeof SECONDS]) / factor))}s`;
  return alerts
    .replaceAll(/^(\s+for: )(\d+)([smhdw])$/gm, (_, word: string, count: string, unit: string) =>
      word.concat(divide(count, unit, 1)),
    )
    .replaceAll(
      /\[(\d+)([smhdw])\]/g,
      (_, count: string, unit: string) => `[${divide(count, unit, RANGE_MIN_S)}]`,
    )
    .replaceAll(
      /offset (\d+)([smhdw])/g,
      (_, count: string, unit: string) => `offset ${divide(count, unit, 1)}`,
    );
}
