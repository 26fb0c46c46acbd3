import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DenseTable, type DenseColumn } from '../../ui/dense-table.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { ErrorFace, LoadingFace } from '../faces.tsx';
import { formatTime } from '../format.ts';
import { useAdminWords } from './admin.words.ts';
import type { listQuery } from './list.ts';
import { Opening } from './opening.ts';

interface AdminListProps<Row> {
  readonly query: ReturnType<typeof listQuery<Row>>;
  readonly caption: string;
  readonly linkLabel: string;
  readonly link: (row: Row) => { readonly to: string; readonly label: ReactNode };
  readonly columns: readonly DenseColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Of the row that stands open beside the list. */
  readonly openKey?: string | undefined;
  /** What an empty list means. */
  readonly empty: string;
}

/** The four faces of a list of the staff's. */
export function AdminList<Row>({ query, empty, ...table }: AdminListProps<Row>) {
  const words = useAdminWords();
  const list = useInfiniteQuery(query);
  const since = use(Opening);
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) {
    return (
      <LoadingFace since={since} onRetry={() => void list.refetch()}>
        <Skeleton height="row" />
        <Skeleton height="row" />
        <Skeleton height="row" />
        <Skeleton height="row" />
      </LoadingFace>
    );
  }
  if (list.isError && rows.length === 0) {
    return <ErrorFace error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      <Stamp
        at={list.dataUpdatedAt}
        isFetching={list.isFetching && !list.isFetchingNextPage}
        onRefresh={() => void list.refetch()}
      />
      <Card as="div" padding="flush">
        {rows.length === 0 ? (
          <Empty title={empty} action={<ClearFilters />} />
        ) : (
          <DenseTable rows={rows} {...table} />
        )}
      </Card>
      {list.hasNextPage ? (
        <Button
          className="mt-4"
          tone="secondary"
          size="medium"
          isPending={list.isFetchingNextPage}
          pendingText={words.morePending}
          onClick={() => void list.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
      <p className="mt-3 text-caption text-ink-3 max-md:hidden">{rows.length === 0 ? null : words.keys}</p>
    </>
  );
}

/** Of the address, which list of several it is. */
const LIST = 'list';
/** Of the address, and no filters: that, and what stands open beside the list. */
const NO_FILTERS = new Set([LIST, 'break', 'receipt', 'row']);

/** The way on from a list that filters left empty. */
function ClearFilters() {
  const words = useAdminWords();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const list = params.get(LIST);
  if ([...params.keys()].every((name) => NO_FILTERS.has(name))) return null;
  return (
    <TextLink to={list === null ? pathname : `${pathname}?${LIST}=${encodeURIComponent(list)}`}>
      {words.clear}
    </TextLink>
  );
}

interface StampProps {
  /** Of the last answer, in milliseconds. */
  readonly at: number;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

/** How old the figures are, and a way to have them anew. */
export function Stamp({ at, isFetching, onRefresh }: StampProps) {
  const words = useAdminWords();
  return (
    <div className="mb-2 flex items-center justify-end gap-2 text-caption text-ink-3">
      <span role="status" className="tabular">
        {words.asOf(formatTime(new Date(at).toISOString()))}
      </span>
      <Button tone="quiet" size="medium" className="-mr-4" isPending={isFetching} onClick={onRefresh}>
        <RefreshCw aria-hidden="true" className="size-4" />
        {words.refresh}
      </Button>
    </div>
  );
}
