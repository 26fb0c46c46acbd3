import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, type Key, type ReactNode } from 'react';
import { Link } from 'react-router';
import { MarkBox } from './mark-box.tsx';
import { isTyping } from './typing.ts';
import { useTight } from './use-tight.ts';

/** A value without its looks; money in paise, instants and days as the contract writes them. */
export type PlainValue = string | number | null;

export interface DenseColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts stand at the right so that digits align. */
  readonly align?: 'left' | 'right';
  /** In a narrow frame: at the right end of the first line, in the second one, or nowhere. `none` goes first where a table is tight. */
  readonly phone?: 'end' | 'line' | 'none';
  /** Rows are ordered by it, and it goes to a file; a column without one has no order. */
  readonly value?: (row: Row) => PlainValue;
  readonly isMoney?: true;
  /** On a phone no heading stands over a value: this says what it is, where the value alone does not. */
  readonly isNamed?: true;
}

/** The order of the rows, and the action when a heading is pressed. */
export interface Ordering {
  readonly order: { readonly key: string; readonly isDown: boolean } | undefined;
  readonly onOrder: (key: string) => void;
}

/** Rows that are marked, so that one press acts for them. */
export interface Marking<Row> {
  readonly allLabel: string;
  readonly labelOf: (row: Row) => string;
  readonly isMarked: (row: Row) => boolean;
  readonly onMark: (rows: readonly Row[], isMarked: boolean) => void;
}

/** The key of the first column, which is the link. */
export const LINK_COLUMN = 'link';

interface DenseTableProps<Row> {
  readonly caption: string;
  readonly ordering?: Ordering;
  readonly marking?: Marking<Row> | undefined;
  /** The heading of the first column, which is the link to the row's own page. */
  readonly linkLabel: string;
  readonly link: (row: Row) => { readonly to: string; readonly label: ReactNode };
  /** Stays in the history with the page that a row's link opens. */
  readonly linkState?: unknown;
  readonly columns: readonly DenseColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** The row that stands open beside the table, and says itself what a phone leaves out: so does the table then. */
  readonly openKey?: Key | undefined;
}

const ROW_LINK = 'a[data-row-link]';
const ROW_MARK = 'input[data-row-mark]';

/** j and k walk the rows that are in sight, x marks one; Enter follows the link that has the focus, as it does anyway. */
function useRowKeys() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'x') markRow(box.current);
      if (step === 0) return;
      const links = [...(box.current?.querySelectorAll<HTMLAnchorElement>(ROW_LINK) ?? [])].filter(
        (link) => link.offsetParent !== null,
      );
      const at = links.findIndex((link) => link === document.activeElement);
      const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step;
      links[next]?.focus();
    };
    document.addEventListener('keydown', walk);
    return () => document.removeEventListener('keydown', walk);
  }, []);
  return box;
}

/** Presses the box of the row in which the focus is. */
function markRow(box: HTMLElement | null): void {
  const row = document.activeElement?.closest('tr, li');
  if (row && box?.contains(row)) row.querySelector<HTMLInputElement>(ROW_MARK)?.click();
}

const LINK =
  'rounded-chip font-medium text-brand-ink underline decoration-brand-line underline-offset-4 hover:decoration-current';

/** The staff's lists: many rows at a glance, each with its page; a real table where there is room for one, else a list. */
export function DenseTable<Row>(props: DenseTableProps<Row>) {
  const box = useRowKeys();
  return (
    <div ref={box} className="@container">
      <PhoneList {...props} />
      <DesktopTable {...props} />
    </div>
  );
}

/** Marks the row that stands open, and its link for screen readers. */
const isOpenRow = (isOpen: boolean) => (isOpen ? { 'aria-current': 'true' as const } : {});

function PhoneList<Row>(props: DenseTableProps<Row>) {
  const { caption, link, linkState, columns, rows, rowKey, openKey, marking } = props;
  const cellsAt = (place: DenseColumn<Row>['phone']) =>
    columns.filter((column) => (column.phone ?? 'line') === place);
  return (
    <div className="@container @table:hidden">
      {marking === undefined ? null : (
        <p className="flex items-center gap-1 border-b border-line px-4 text-caption text-ink-2">
          <AllMark rows={rows} marking={marking} />
          <span aria-hidden="true">{marking.allLabel}</span>
        </p>
      )}
      <ul aria-label={caption} className="ruled">
        {rows.map((row) => {
          const { to, label } = link(row);
          return (
            <li
              key={rowKey(row)}
              className="flex flex-col gap-1 px-4 py-3 first:rounded-t-card last:rounded-b-card has-aria-[current=true]:bg-brand-soft"
            >
              <div className="figure-line items-start">
                <span className="flex max-w-full items-start gap-1">
                  <RowMark row={row} marking={marking} />
                  <Link
                    data-row-link
                    to={to}
                    state={linkState}
                    {...isOpenRow(rowKey(row) === openKey)}
                    className={clsx(LINK, 'min-w-0 py-1.5 wrap-break-word')}
                  >
                    {label}
                  </Link>
                </span>
                <span className="flex max-w-full flex-col items-end gap-1 py-1.5">
                  {cellsAt('end').map((column) => (
                    <span
                      key={column.key}
                      className={clsx(column.align === 'right' && 'font-semibold tabular')}
                    >
                      <Named column={column} row={row} />
                    </span>
                  ))}
                </span>
              </div>
              {/* Under the words of the first line, and not under its box, where there is room. */}
              <div
                className={clsx(
                  'flex flex-wrap gap-x-4 gap-y-0.5 text-caption text-ink-2',
                  marking !== undefined && '@figures:pl-12 md:@figures:pl-7',
                )}
              >
                {cellsAt('line').map((column) => (
                  <span key={column.key} className="min-w-0 wrap-break-word">
                    <Named column={column} row={row} />
                  </span>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Named<Row>({ column, row }: { readonly column: DenseColumn<Row>; readonly row: Row }) {
  const value = column.cell(row);
  if (column.isNamed !== true || value === '') return value;
  return (
    <>
      <span className="text-caption font-normal text-ink-3">{column.label}</span> {value}
    </>
  );
}

function DesktopTable<Row>(props: DenseTableProps<Row>) {
  const { caption, linkLabel, link, linkState, rows, rowKey, openKey, ordering, marking } = props;
  const [isTight, frame] = useTight();
  const columns = props.columns.filter(({ phone }) => !isTight || phone !== 'none');
  const isText = rows.some((row) => typeof link(row).label === 'string');
  const besideClass = ({ phone }: DenseColumn<Row>) =>
    openKey !== undefined && phone === 'none' && 'xl:hidden';
  return (
    <div ref={frame} className="overflow-x-auto rounded-t-card @max-table:hidden">
      <table className="w-full border-collapse text-caption">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="bg-sunken">
            <AllMarkHead rows={rows} marking={marking} />
            <HeadCell label={linkLabel} {...orderOf(isText, LINK_COLUMN, ordering)} />
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                label={column.label}
                align={column.align}
                className={besideClass(column)}
                {...orderOf(column.value !== undefined, column.key, ordering)}
              />
            ))}
          </tr>
        </thead>
        <tbody className="ruled">
          {rows.map((row) => {
            const { to, label } = link(row);
            return (
              <tr
                key={rowKey(row)}
                className="hover:bg-sunken has-focus-visible:bg-brand-soft has-aria-[current=true]:bg-brand-soft"
              >
                {marking === undefined ? null : (
                  <td className="pl-3 align-middle">
                    <RowMark row={row} marking={marking} />
                  </td>
                )}
                <td className="min-w-36 px-3 py-1.5 align-middle">
                  <Link
                    data-row-link
                    to={to}
                    state={linkState}
                    {...isOpenRow(rowKey(row) === openKey)}
                    className={clsx(LINK, 'inline-flex min-h-6 items-center')}
                  >
                    {label}
                  </Link>
                </td>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={clsx(
                      'px-3 py-1.5 align-middle',
                      column.align === 'right' && 'text-right tabular whitespace-nowrap',
                      besideClass(column),
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface RowMarkProps<Row> {
  readonly row: Row;
  readonly marking: Marking<Row> | undefined;
}

function RowMark<Row>({ row, marking }: RowMarkProps<Row>) {
  if (marking === undefined) return null;
  return (
    <MarkBox
      isOfRow
      label={marking.labelOf(row)}
      isMarked={marking.isMarked(row)}
      onMark={(isMarked) => marking.onMark([row], isMarked)}
    />
  );
}

function AllMarkHead<Row>({ rows, marking }: Pick<DenseTableProps<Row>, 'rows' | 'marking'>) {
  return marking === undefined ? null : (
    <th scope="col" className="w-9 pl-3">
      <AllMark rows={rows} marking={marking} />
    </th>
  );
}

interface AllMarkProps<Row> {
  readonly rows: readonly Row[];
  readonly marking: Marking<Row>;
}

/** Marks the rows on the page, and no others. */
function AllMark<Row>({ rows, marking }: AllMarkProps<Row>) {
  const count = rows.filter((row) => marking.isMarked(row)).length;
  return (
    <MarkBox
      label={marking.allLabel}
      isMarked={count > 0 && count === rows.length}
      isMixed={count > 0 && count < rows.length}
      onMark={(isMarked) => marking.onMark(rows, isMarked)}
    />
  );
}

/** The order as the heading of one column shows it; nothing where it cannot have one. */
function orderOf(hasValue: boolean, key: string, ordering: Ordering | undefined) {
  if (!hasValue || ordering === undefined) return {};
  const { order, onOrder } = ordering;
  return {
    onPress: () => onOrder(key),
    ...(order?.key === key ? { isDown: order.isDown } : {}),
  };
}

interface HeadCellProps {
  readonly label: string;
  readonly align?: 'left' | 'right' | undefined;
  readonly className?: string | false;
  readonly onPress?: () => void;
  /** The direction of the order by this column; undefined where another column orders the rows, or none. */
  readonly isDown?: boolean;
}

function HeadCell({ label, align, className, onPress, isDown }: HeadCellProps) {
  const Arrow = isDown === true ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isDown === undefined ? undefined : isDown ? 'descending' : 'ascending'}
      className={clsx(
        'px-3 py-2 text-caption font-medium text-ink-2',
        align === 'right' ? 'text-right' : 'text-left',
        className,
      )}
    >
      {onPress === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={clsx(
            'inline-flex min-h-6 items-center gap-1 rounded-chip hover:text-ink hover:underline',
            align === 'right' ? 'text-right' : 'text-left',
          )}
          onClick={onPress}
        >
          {label}
          {isDown === undefined ? null : <Arrow aria-hidden="true" className="size-4" />}
        </button>
      )}
    </th>
  );
}
