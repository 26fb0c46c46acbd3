import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { use, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DenseTable, LINK_COLUMN, type DenseColumn } from '../../ui/dense-table.tsx';
import { MoreButton } from '../more-button.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { ErrorFace, LoadingFace } from '../faces.tsx';
import { formatTime } from '../format.ts';
import { productMs } from '../product-clock.ts';
import { useAdminWords } from './admin.words.ts';
import { saveFile } from '../save-file.ts';
import { type listQuery, useFilters } from './list.ts';
import { Opening } from './opening.ts';
import { nextOrder, orderRows, readOrder } from './order.ts';
import { type RowAct, RowActs } from './row-acts.tsx';
import { sheetOf } from './sheet.ts';
import { ViewsLine } from './views-line.tsx';
import { useOrigin } from './way-back.ts';

interface AdminListProps<Row> {
  readonly query: ReturnType<typeof listQuery<Row>>;
  readonly caption: string;
  readonly linkLabel: string;
  readonly link: (row: Row) => { readonly to: string; readonly label: ReactNode };
  readonly columns: readonly DenseColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The key of the row that stands open beside the list. */
  readonly openKey?: string | undefined;
  /** The meaning of an empty list. */
  readonly empty: string;
  /** Has a file that the server writes, of all its rows, for some roles and on record; the page writes none beside it. */
  readonly isExported?: true;
  /** Bulk acts: one person may do each of them alone. Rows are marked, and the act is done to each marked row. */
  readonly acts?: readonly RowAct<Row>[] | undefined;
}

/** The four faces of a list of the staff's, in the order that was chosen for its rows. */
export function AdminList<Row>({ query, empty, isExported, acts = [], ...table }: AdminListProps<Row>) {
  const words = useAdminWords();
  const list = useInfiniteQuery(query);
  const since = use(Opening);
  const origin = useOrigin();
  const { values, change } = useFilters([ORDER]);
  const order = readOrder(values.order);
  const columns = withLink(table);
  const rows = orderRows(list.data?.pages.flatMap((page) => page.items) ?? [], columns, order);
  const marks = useMarks(JSON.stringify(query.queryKey));
  const marked = acts.length === 0 ? [] : rows.filter((row) => marks.keys.has(table.rowKey(row)));
  const nameOf = (row: Row) => columns[0]?.value?.(row)?.toString() ?? table.rowKey(row);
  const marking = {
    allLabel: words.rows.all,
    labelOf: (row: Row) => words.rows.mark(nameOf(row)),
    isMarked: (row: Row) => marks.keys.has(table.rowKey(row)),
    onMark: (changed: readonly Row[], isMarked: boolean) => marks.change(changed.map(table.rowKey), isMarked),
  };
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
      <ViewsLine />
      <Stamp
        at={list.dataUpdatedAt}
        isFetching={list.isFetching && !list.isFetchingNextPage}
        onRefresh={() => void list.refetch()}
      >
        {isExported === true || rows.length === 0 ? null : (
          <SheetButton
            isOfMarked={marked.length > 0}
            write={() => sheetOf(marked.length > 0 ? marked : rows, columns)}
          />
        )}
      </Stamp>
      <Card as="div" padding="flush">
        {rows.length === 0 ? (
          <Empty title={empty} action={<ClearFilters />} />
        ) : (
          <DenseTable
            rows={rows}
            linkState={origin}
            ordering={{ order, onOrder: (key) => change({ [ORDER]: nextOrder(order, key) }) }}
            marking={acts.length === 0 ? undefined : marking}
            {...table}
          />
        )}
      </Card>
      <MoreButton list={list} className="mt-4" />
      {order !== undefined && list.hasNextPage ? (
        <p className="mt-3 text-caption text-ink-2">{words.orderedShown(rows.length)}</p>
      ) : null}
      <RowActs acts={acts} marked={marked} keyOf={table.rowKey} nameOf={nameOf} onMark={marks.set} />
      <p className="mt-3 text-caption text-ink-3 max-md:hidden">
        {rows.length === 0 ? null : acts.length === 0 ? words.keys : words.keysMark}
      </p>
    </>
  );
}

const NO_MARKS: ReadonlySet<string> = new Set();

/** The rows that are marked, by their keys. They are those of one list: another filter begins without any. */
function useMarks(list: string) {
  const [marks, setMarks] = useState({ list, keys: NO_MARKS });
  const keys = marks.list === list ? marks.keys : NO_MARKS;
  return {
    keys,
    set: (wanted: readonly string[]) => setMarks({ list, keys: new Set(wanted) }),
    change: (changed: readonly string[], isMarked: boolean) => {
      const rest = [...keys].filter((key) => !changed.includes(key));
      setMarks({ list, keys: new Set(isMarked ? [...rest, ...changed] : rest) });
    },
  };
}

/** With the first column, whose heading and words are the list's own. */
function withLink<Row>({
  link,
  linkLabel,
  columns,
}: Pick<AdminListProps<Row>, 'link' | 'linkLabel' | 'columns'>): readonly DenseColumn<Row>[] {
  const labelOf = (row: Row) => link(row).label;
  const value = (row: Row) => {
    const label = labelOf(row);
    return typeof label === 'string' ? label : null;
  };
  return [{ key: LINK_COLUMN, label: linkLabel, cell: labelOf, value }, ...columns];
}

/** The rows on the page as a file: nothing that was not read already leaves by it. */
function SheetButton({ write, isOfMarked }: { readonly write: () => string; readonly isOfMarked: boolean }) {
  const words = useAdminWords();
  const { pathname } = useLocation();
  return (
    <Button
      tone="quiet"
      size="medium"
      onClick={() =>
        saveFile(
          new Blob([write()], { type: 'text/csv;charset=utf-8' }),
          `mohlat${pathname.replaceAll('/', '-')}.csv`,
        )
      }
    >
      <Download aria-hidden="true" className="size-4" />
      {isOfMarked ? words.csvMarked : words.csvShown}
    </Button>
  );
}

/** The parameter of the address that names the column of the order. */
const ORDER = 'order';
/** The parameter of the address that names one list of several. */
const LIST = 'list';
/** Parameters of the address that are no filters: these two, and the row that stands open beside the list. */
const NO_FILTERS = new Set([LIST, ORDER, 'break', 'receipt', 'row']);

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
  /** The time of the last answer on this device's clock, in milliseconds. */
  readonly at: number;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
  /** Other acts on the list. */
  readonly children?: ReactNode;
}

/** The age of the figures, and a button that fetches them again. */
export function Stamp({ at, isFetching, onRefresh, children }: StampProps) {
  const words = useAdminWords();
  return (
    <div className="mb-2 flex flex-wrap items-center justify-end gap-x-2 text-caption text-ink-3">
      <span role="status" className="tabular">
        {words.asOf(formatTime(new Date(productMs(at)).toISOString()))}
      </span>
      <span className="-mr-4 flex flex-wrap items-center justify-end gap-x-2">
        <Button tone="quiet" size="medium" isPending={isFetching} onClick={onRefresh}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {words.refresh}
        </Button>
        {children}
      </span>
    </div>
  );
}
