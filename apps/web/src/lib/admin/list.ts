import { infiniteQueryOptions } from '@tanstack/react-query';
import { ProblemError } from '../problem.ts';
import { adminKeys } from './keys.ts';
import { useSearchParams } from 'react-router';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}
interface Place {
  readonly limit: number;
  readonly cursor?: string;
}

const PAGE_SIZE = 50;

/** A list of the staff's: page by page from where the last one ended, always asked again when it is opened. */
export function listQuery<Row>(
  name: string,
  filters: object,
  read: (place: Place, signal: AbortSignal) => Promise<Page<Row>>,
) {
  return infiniteQueryOptions({
    queryKey: adminKeys.list(name, filters),
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE_SIZE, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page: Page<Row>) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
}

/**
 * Asks for work that waits, the oldest first, where a person takes it in turn. An older process of a rolling upgrade refuses the field
 * and lists such work so by itself.
 */
export async function inTurn<T>(
  isWaiting: boolean,
  read: (order: { readonly order?: 'oldest' }) => Promise<T>,
): Promise<T> {
  if (!isWaiting) return read({});
  try {
    return await read({ order: 'oldest' });
  } catch (error) {
    const isUnknown = error instanceof ProblemError && error.fieldErrors.some(({ path }) => path === 'order');
    if (!isUnknown) throw error;
    return read({});
  }
}

/** The filters of a list, kept in the address so that a list can be sent to a colleague. */
export function useFilters<const Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const change = (changes: Readonly<Record<string, string>>) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value.trim() === '') next.delete(name);
          else next.set(name, value.trim());
        }
        return next;
      },
      { replace: true },
    );
  };
  return { values, change };
}

/** The value where it is one of a closed set: an address may say anything. */
export function oneOf<const T extends string>(set: readonly T[], value: string): T | undefined {
  return set.find((candidate) => candidate === value);
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined | ''> };

/** Without what is not there: a query names only what it narrows by. */
export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as Given<T>;
}
