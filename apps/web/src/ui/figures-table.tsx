import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface FiguresTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The first cell is the name of the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** The same columns whatever they hold, and read like text: one table of a row of tables. */
  readonly isEven?: boolean;
  /** Columns of figures that stand below those of the table above it, where there is room for sums of any size. */
  readonly isAligned?: boolean;
}

/** Up to so many columns fit a phone, and up to so many the column beside the staff's side bar on a tablet. */
const FIT_PHONE = 3;
const FIT_TABLET = 4;

/** The classes that show the one form or the other, by the number of columns. */
function formsOf(columns: number): { readonly rows: string; readonly table: string; readonly name: string } {
  // With many columns a name that may break anywhere is left a few letters of room: its words stay whole.
  if (columns > FIT_TABLET)
    return { rows: '@table:hidden', table: '@max-table:hidden', name: 'wrap-break-word' };
  if (columns > FIT_PHONE)
    return {
      rows: 'md:@figures:hidden',
      table: '@max-figures:hidden max-md:hidden',
      name: 'wrap-anywhere',
    };
  return { rows: '@figures:hidden', table: '@max-figures:hidden', name: 'wrap-anywhere' };
}

/**
 * A name and its figures, aligned. Where its column is too narrow for them, because of a phone or of large letters, each
 * row is a name with its figures below it.
 */
export function FiguresTable(props: FiguresTableProps) {
  return (
    <div className="@container">
      <NarrowRows {...props} />
      <Figures {...props} />
    </div>
  );
}

function NarrowRows({ caption, heads, rows }: FiguresTableProps) {
  return (
    <ul aria-label={caption} className={clsx('ruled text-caption', formsOf(heads.length).rows)}>
      {rows.map(({ key, cells }) => (
        <li key={key} className="py-2">
          <p className="font-medium wrap-break-word">{cells[0]}</p>
          <dl>
            {cells.slice(1).map((cell, index) =>
              cell === null || cell === '' ? null : (
                <div key={heads[index + 1]} className="flex flex-wrap justify-between gap-x-3">
                  <dt className="text-ink-2">{heads[index + 1]}</dt>
                  <dd className="min-w-0 text-right wrap-anywhere tabular">{cell}</dd>
                </div>
              ),
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Figures(props: FiguresTableProps) {
  const { caption, heads, rows, isEven = false, isAligned = false } = props;
  const form = formsOf(heads.length);
  const first = isEven ? 'w-2/5' : isAligned ? 'w-1/2' : undefined;
  const figure = isEven ? 'pl-3 text-left' : 'pl-3 text-right';
  return (
    <table
      className={clsx(
        'w-full border-collapse text-caption',
        form.table,
        isEven && 'table-fixed',
        isAligned && 'md:@auth:table-fixed',
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) =>
            head === '' ? (
              <td key={head} className={first} />
            ) : (
              <th
                key={head}
                scope="col"
                className={clsx(
                  'py-1.5 font-medium text-ink-2',
                  index === 0 ? clsx('pr-3 text-left', first) : figure,
                )}
              >
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className="ruled">
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <th
                  key={heads[index]}
                  scope="row"
                  className={clsx('py-1.5 pr-3 text-left font-normal', form.name)}
                >
                  {cell}
                </th>
              ) : (
                <td key={heads[index]} className={clsx('py-1.5 wrap-anywhere tabular', figure)}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
