/** Calls that are under way beside each other. */
const AT_ONCE = 4;
/** Rows for which one press may act: a page of a list. */
export const ROWS_MAX = 50;

/** The outcome of an act on one row; its error is undefined where the act was done. */
export interface Outcome {
  readonly key: string;
  readonly error: unknown;
}

/**
 * Does an act for each row, a few at once and in their order. A row that is refused stops no other: each has its own outcome.
 * `onOutcome` hears of them as they come.
 */
export async function forEachRow<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  act: (row: Row) => Promise<unknown>,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const waiting = rows.values();
  const next = async (): Promise<void> => {
    for (const row of waiting) {
      const error = await act(row).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('refused without a reason'),
      );
      onOutcome({ key: keyOf(row), error });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
