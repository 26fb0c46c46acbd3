/** One round of load. */
export interface Round {
  readonly payments: number;
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
}

export interface Summary {
  /** The median of the rounds: one round that something else disturbed does not count. */
  readonly perSecond: number;
  readonly rounds: readonly number[];
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export function summarise(rounds: readonly Pick<Round, 'perSecond' | 'latenciesMs'>[]): Summary {
  const latencies = rounds.flatMap((round) => round.latenciesMs).toSorted((a, b) => a - b);
  const rates = rounds.map((round) => round.perSecond);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return {
    perSecond: median(rates),
    rounds: rates.map(Math.round),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
