import { infiniteQueryOptions } from '@tanstack/react-query';
import { adminKeys } from './keys.ts';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}
interface Place {
  readonly limit: number;
  readonly cursor?: string;
}

const PAGE_SIZE = 50;

/** A list of the staff's: page by page from where the last one ended, always asked anew when it is opened. */
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
