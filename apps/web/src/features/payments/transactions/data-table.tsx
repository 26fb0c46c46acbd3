import { clsx } from 'clsx';
import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly label: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts stand at the right so that digits align. */
  readonly align?: 'left' | 'right';
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** Below 768 px each row is drawn by this instead; without it the table scrolls in its own box. */
  readonly phoneRow?: (row: Row) => ReactNode;
}

/** History: a real table on a desktop, the same rows as a list on a phone. */
export function DataTable<Row>({ caption, columns, rows, rowKey, phoneRow }: DataTableProps<Row>) {
  return (
    <>
      {phoneRow ? (
        <ul aria-label={caption} className="ruled md:hidden">
          {rows.map((row) => (
            <li key={rowKey(row)} className="px-4 py-3">
              {phoneRow(row)}
            </li>
          ))}
        </ul>
      ) : null}
      <div className={clsx('overflow-x-auto', phoneRow && 'max-md:hidden')}>
        <table className="w-full border-collapse">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="bg-sunken">
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={clsx(
                    'px-5 py-2.5 text-caption font-medium text-ink-3 whitespace-nowrap',
                    column.align === 'right' ? 'text-right' : 'text-left',
                  )}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="ruled">
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={clsx(
                      'px-5 py-3 align-middle',
                      column.align === 'right' && 'text-right font-semibold tabular',
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
