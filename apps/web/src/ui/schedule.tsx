import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Money } from './money.tsx';

export interface ScheduleRow {
  readonly number: number;
  /** Already written out: "Sun, 20 Dec". */
  readonly dueDate: ReactNode;
  readonly principalPaise: number;
  readonly interestPaise: number;
  readonly feePaise: number;
  readonly amountPaise: number;
  /** A StatusTag, when the loan runs. */
  readonly state?: ReactNode;
}

export interface ScheduleLabels {
  readonly caption: string;
  readonly number: ReactNode;
  readonly dueDate: ReactNode;
  readonly principal: ReactNode;
  readonly interest: ReactNode;
  readonly fee: ReactNode;
  readonly amount: ReactNode;
  readonly state: ReactNode;
  readonly total: ReactNode;
}

interface ScheduleProps {
  readonly rows: readonly ScheduleRow[];
  readonly labels: ScheduleLabels;
  /** Stands in a narrow column: the list at every width. */
  readonly isNarrow?: boolean;
}

const sum = (
  rows: readonly ScheduleRow[],
  part: 'principalPaise' | 'interestPaise' | 'feePaise' | 'amountPaise',
) => rows.reduce((total, row) => total + row[part], 0);

/** A real table where its column is wide enough for lakhs; else a list, so that nothing scrolls sideways. */
export function Schedule({ rows, labels, isNarrow = false }: ScheduleProps) {
  return (
    <div className="@container">
      <ScheduleList rows={rows} labels={labels} isNarrow={isNarrow} />
      {isNarrow ? null : <ScheduleTable rows={rows} labels={labels} />}
    </div>
  );
}

function ScheduleList({ rows, labels, isNarrow }: ScheduleProps) {
  return (
    <ol aria-label={labels.caption} className={clsx('ruled', !isNarrow && '@table:hidden')}>
      {rows.map((row) => (
        <li key={row.number} className="flex flex-col gap-1 py-3">
          <span className="figure-line items-baseline">
            <span className="font-medium">
              <span className="mr-3 text-ink-3 tabular">{row.number}</span>
              {row.dueDate}
            </span>
            <Money paise={row.amountPaise} decimals="always" className="font-semibold" />
          </span>
          <span className="flex flex-wrap gap-x-3 text-caption text-ink-3">
            <span>
              {labels.principal} <Money paise={row.principalPaise} decimals="always" />
            </span>
            <span>
              {labels.interest} <Money paise={row.interestPaise} decimals="always" />
            </span>
            <span>
              {labels.fee} <Money paise={row.feePaise} decimals="always" />
            </span>
          </span>
          {row.state ? <span>{row.state}</span> : null}
        </li>
      ))}
    </ol>
  );
}

function ScheduleTable({ rows, labels }: ScheduleProps) {
  const hasState = rows.some((row) => row.state !== undefined);
  const head = 'border-b border-line-strong py-2 text-caption font-medium text-ink-3';
  const cell = 'border-b border-line py-2.5 tabular';
  const foot = 'pt-3 font-semibold tabular';
  return (
    <table className="w-full border-collapse text-small @max-table:hidden">
      <caption className="sr-only">{labels.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} pr-4 text-left`}>
            {labels.number}
          </th>
          <th scope="col" className={`${head} text-left`}>
            {labels.dueDate}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {labels.principal}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {labels.interest}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {labels.fee}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {labels.amount}
          </th>
          {hasState ? (
            <th scope="col" className={`${head} pl-4 text-left`}>
              {labels.state}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <td className={`${cell} pr-4 text-ink-3`}>{row.number}</td>
            <th scope="row" className={`${cell} text-left font-normal whitespace-nowrap`}>
              {row.dueDate}
            </th>
            <MoneyCell className={cell} paise={row.principalPaise} />
            <MoneyCell className={cell} paise={row.interestPaise} />
            <MoneyCell className={cell} paise={row.feePaise} />
            <MoneyCell className={`${cell} font-semibold`} paise={row.amountPaise} />
            {hasState ? <td className={`${cell} pl-4`}>{row.state}</td> : null}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2} className={`${foot} text-left`}>
            {labels.total}
          </th>
          <MoneyCell className={foot} paise={sum(rows, 'principalPaise')} />
          <MoneyCell className={foot} paise={sum(rows, 'interestPaise')} />
          <MoneyCell className={foot} paise={sum(rows, 'feePaise')} />
          <MoneyCell className={foot} paise={sum(rows, 'amountPaise')} />
          {hasState ? <td /> : null}
        </tr>
      </tfoot>
    </table>
  );
}

function MoneyCell({ paise, className }: { readonly paise: number; readonly className: string }) {
  return (
    <td className={`${className} pl-4 text-right`}>
      <Money paise={paise} decimals="always" />
    </td>
  );
}
