/** The days past due of a bucket, both included; `to` is null in the last one. */
interface Days {
  readonly from: number;
  readonly to: number | null;
}

/** Buckets of arrears, as staff group loans by their days past due. Rule: LEND-12, LEND-D5 */
export const ARREARS_DAYS = {
  current: { from: 0, to: 0 },
  d1_30: { from: 1, to: 30 },
  d31_60: { from: 31, to: 60 },
  d61_90: { from: 61, to: 90 },
  d91_180: { from: 91, to: 180 },
  d181_up: { from: 181, to: null },
} as const satisfies Record<string, Days>;

export type ArrearsBucket = keyof typeof ARREARS_DAYS;

/** The bucket of a loan by its days past due. */
export function arrearsBucketOf(dpd: number): ArrearsBucket {
  const buckets = Object.entries(ARREARS_DAYS) as [ArrearsBucket, Days][];
  const [bucket] = buckets.find(([, { to }]) => to === null || dpd <= to)!;
  return bucket;
}
