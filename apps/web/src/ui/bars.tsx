import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** From the foot of a column upwards. */
const TONES = {
  brand: { fill: 'fill-brand', mark: 'bg-brand' },
  due: { fill: 'fill-due', mark: 'bg-due' },
  quiet: { fill: 'fill-line-strong', mark: 'bg-line-strong' },
} as const;

export interface BarPart {
  readonly tone: keyof typeof TONES;
  readonly value: number;
}

export interface BarColumn {
  readonly key: string;
  /** Short: it stands under a narrow column. */
  readonly label: string;
  readonly parts: readonly BarPart[];
  /** A shape over the column, so that its state does not rest on colour. */
  readonly mark?: ReactNode;
  /** The total over the column; not over two that stand side by side. */
  readonly figure?: string;
  /** Over and done: drawn fainter. */
  readonly isFaint?: boolean;
}

interface BarsProps {
  /** The subject of the drawing, for everybody. */
  readonly title: ReactNode;
  readonly columns: readonly BarColumn[];
  readonly legend?: readonly { readonly tone: keyof typeof TONES; readonly label: ReactNode }[];
  /** The same as figures: a table that stands beside it, or one of its own, for those who do not see it. */
  readonly table: ReactNode;
}

interface UnseenTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The first cell is the name of the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table for those who do not see the drawing. By itself a table stays as wide as its words and widens a narrow page. */
export function UnseenTable({ caption, heads, rows }: UnseenTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {figures.map((figure, index) => (
                <td key={heads[index + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A thin part still has to be seen. */
const HEIGHT = 100;
const LABELS_MAX = 6;

/** Columns to look at; the figures are in the table, so the drawing says nothing to a screen reader. */
export function Bars({ title, columns, legend = [], table }: BarsProps) {
  const sums = columns.map((column) => column.parts.reduce((sum, part) => sum + part.value, 0));
  const highest = Math.max(1, ...sums);
  const every = Math.ceil(columns.length / LABELS_MAX);
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-small text-ink-2">{title}</figcaption>
      {/* Between many columns a phone has room for a line, and large letters must not widen it. */}
      <div aria-hidden="true" className={clsx('flex items-end', every > 1 ? 'gap-px md:gap-2' : 'gap-2')}>
        {columns.map((column, index) => (
          <div key={column.key} className="flex min-w-0 flex-1 flex-col items-center gap-1">
            <span className="flex h-5 items-end bar-word whitespace-nowrap text-ink-2 tabular">
              {column.figure ?? column.mark}
            </span>
            <svg
              viewBox={`0 0 10 ${HEIGHT}`}
              preserveAspectRatio="none"
              width="100%"
              height="96"
              className={clsx('max-w-12 border-b border-line-strong', column.isFaint && 'opacity-50')}
            >
              <Column parts={column.parts} scale={HEIGHT / highest} />
            </svg>
            <span
              className={clsx(
                'h-5 text-caption whitespace-nowrap text-ink-2',
                // Longer than its column, the first one stays within the drawing.
                every > 1 && index === 0 && 'self-start',
                // Where not every column has its label, a phone has room for half of them.
                every > 1 && index % (2 * every) !== 0 && 'max-md:invisible',
              )}
            >
              {index % every === 0 ? column.label : null}
            </span>
          </div>
        ))}
      </div>
      {legend.length === 0 ? null : (
        <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-ink-2">
          {legend.map(({ tone, label }) => (
            <li key={tone} className="flex items-center gap-1.5">
              <span className={clsx('size-3 rounded-chip', TONES[tone].mark)} />
              {label}
            </li>
          ))}
        </ul>
      )}
      {table}
    </figure>
  );
}

function Column({ parts, scale }: { readonly parts: readonly BarPart[]; readonly scale: number }) {
  const shown = parts.filter((part) => part.value > 0);
  const tops = shown.map((_, index) =>
    shown.slice(0, index + 1).reduce((sum, part) => sum + Math.max(1.5, part.value * scale), 0),
  );
  return shown.map(({ tone, value }, index) => (
    <rect
      key={tone}
      x="0"
      width="10"
      y={HEIGHT - (tops[index] ?? 0)}
      height={Math.max(1.5, value * scale)}
      className={TONES[tone].fill}
    />
  ));
}
