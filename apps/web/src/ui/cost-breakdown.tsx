import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Money } from './money.tsx';

export interface CostFigures {
  readonly billPaise: number;
  readonly serviceFeePaise: number;
  /** Part of the fee that is tax; shown under it, not added. */
  readonly gstIncludedPaise?: number | undefined;
  readonly interestPaise: number;
  /** Charges that were paid; no line without any. */
  readonly chargesPaise?: number | undefined;
  /** Let off of the lines above; no line without any. */
  readonly waivedPaise?: number | undefined;
  readonly totalPaise: number;
  /** Percent a year, as the API writes it: "23.84". */
  /** Left out where the agreed cost never came to be. */
  readonly aprPercent?: string | undefined;
}

export interface CostLabels {
  readonly bill: ReactNode;
  readonly serviceFee: ReactNode;
  readonly gstIncluded: ReactNode;
  readonly interest: ReactNode;
  readonly charges?: ReactNode;
  readonly waived?: ReactNode;
  readonly total: ReactNode;
  readonly apr: ReactNode;
  /** A sentence under the total. */
  readonly totalNote?: ReactNode;
}

interface CostBreakdownProps {
  readonly figures: CostFigures;
  readonly labels: CostLabels;
  /** While a new price is being fetched: figures stay, paler. */
  readonly isStale?: boolean;
}

/** Always the same five lines in the same order, from the landing to the receipt; charges where some were paid, and what was waived. */
export function CostBreakdown({ figures, labels, isStale = false }: CostBreakdownProps) {
  return (
    <dl className={clsx('flex flex-col', isStale && 'opacity-60')} aria-busy={isStale || undefined}>
      <Row label={labels.bill} name="billPaise" paise={figures.billPaise} />
      <Row
        label={labels.serviceFee}
        name="serviceFeePaise"
        paise={figures.serviceFeePaise}
        note={
          figures.gstIncludedPaise === undefined ? undefined : (
            <>
              {labels.gstIncluded}{' '}
              <span data-cost="gstIncludedPaise">
                <Money paise={figures.gstIncludedPaise} decimals="always" />
              </span>
            </>
          )
        }
      />
      <Row label={labels.interest} name="interestPaise" paise={figures.interestPaise} />
      {figures.chargesPaise ? (
        <Row label={labels.charges} name="chargesPaise" paise={figures.chargesPaise} />
      ) : null}
      {figures.waivedPaise ? (
        <Row label={labels.waived} name="waivedPaise" paise={-figures.waivedPaise} />
      ) : null}
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 border-t-2 border-ink pt-3">
        <dt className="font-semibold">{labels.total}</dt>
        <dd className="text-section font-semibold" data-cost="totalPaise">
          <Money paise={figures.totalPaise} decimals="always" />
        </dd>
      </div>
      {labels.totalNote === undefined ? null : (
        <div className="pt-1 text-small font-medium text-ok-ink">{labels.totalNote}</div>
      )}
      {figures.aprPercent === undefined ? null : (
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 pt-1.5 text-small text-ink-2">
          <dt>{labels.apr}</dt>
          <dd className="tabular" data-cost="aprPercent">
            {figures.aprPercent}%
          </dd>
        </div>
      )}
    </dl>
  );
}

function Row({
  label,
  name,
  paise,
  note,
}: {
  readonly label: ReactNode;
  /** By it the script of the public pages finds the figure. */
  readonly name: keyof CostFigures;
  readonly paise: number;
  readonly note?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-1.5">
      <dt className="text-ink-2">
        {label}
        {note === undefined ? null : <span className="block text-caption text-ink-3">{note}</span>}
      </dt>
      <dd className="font-semibold" data-cost={name}>
        <Money paise={paise} decimals="always" />
      </dd>
    </div>
  );
}
