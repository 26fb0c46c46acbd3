import type { DenseColumn, PlainValue } from '../../ui/dense-table.tsx';

/** By which column the rows on the page stand, and whether the largest comes first. */
export interface Order {
  readonly key: string;
  readonly isDown: boolean;
}

/** `-amount` has the largest first, `amount` the smallest; undefined where the list keeps its own order. */
export function readOrder(text: string | null): Order | undefined {
  if (text === null || text === '' || text === '-') return undefined;
  return text.startsWith('-') ? { key: text.slice(1), isDown: true } : { key: text, isDown: false };
}

/** A column pressed once has the smallest first, twice the largest, three times the list's own order. */
export function nextOrder(before: Order | undefined, key: string): string {
  if (before?.key !== key) return key;
  return before.isDown ? '' : `-${key}`;
}

/** The rows by one column; what has no value stands last in both directions, and equals keep the list's order. */
export function orderRows<Row>(
  rows: readonly Row[],
  columns: readonly DenseColumn<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const value = columns.find(({ key }) => key === order?.key)?.value;
  if (order === undefined || value === undefined) return rows;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const sign = order.isDown ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a, b] = [value(left), value(right)];
    if (isNone(a) || isNone(b)) return Number(isNone(a)) - Number(isNone(b));
    const difference =
      typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
    return sign * difference;
  });
}

function isNone(value: PlainValue): value is null {
  return value === null || value === '';
}
