import type { Payment } from '@mohlat/contract';
import { lazy, Suspense } from 'react';
import { INSTALMENT_TONES } from '../../../lib/bill-status.ts';
import { PartOnItsWay } from '../../../lib/faces.tsx';
import { formatRupees } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { shownSchedule } from '../../../lib/repaid.ts';
import { Card } from '../../../ui/card.tsx';
import { Schedule } from '../../../ui/schedule.tsx';
import { StatusTag } from '../../../ui/status.tsx';
import { usePlanDates } from '../plan-dates.ts';
import { useRepaymentsWords } from '../repayments.words.ts';
import { usePartWords } from '../early/part.words.ts';

const PlanLine = lazy(() => import('../plan-line.tsx').then((module) => ({ default: module.PlanLine })));

/** The state of an instalment; of one that is paid in part, with what is left. */
function InstalmentState({ row }: { readonly row: Payment['schedule'][number] }) {
  const { owed } = useRepaymentsWords();
  const glossary = useGlossary();
  const { status, paidPaise, amountPaise } = row;
  const isPart = paidPaise > 0 && paidPaise < amountPaise;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusTag tone={INSTALMENT_TONES[status]}>{glossary.instalment[status]}</StatusTag>
      {isPart ? (
        <span className="text-caption text-ink-2 tabular">
          {owed.partPaid(formatRupees(amountPaise - paidPaise), formatRupees(amountPaise))}
        </span>
      ) : null}
    </span>
  );
}

/** The instalments with their dates: as agreed until the bill is paid, and with the state of each from then on. */
export function ScheduleCard({ payment }: { readonly payment: Payment }) {
  const words = useRepaymentsWords().plan;
  const glossary = useGlossary();
  const write = usePlanDates(payment);
  const isLoan = payment.billStatus === 'paid';
  const rows = shownSchedule(payment);
  return (
    <Card title={words.schedule}>
      <ChangedLines payment={payment} />
      {isLoan && rows.length > 1 ? (
        // As high as the line, so that the table under it stays where it is.
        <div className="mb-4 min-h-20">
          <Suspense fallback={<PartOnItsWay height="card" />}>
            <PlanLine rows={rows} nextDue={payment.nextDue} />
          </Suspense>
        </div>
      ) : null}
      <Schedule
        labels={glossary.schedule}
        rows={rows.map((row) => ({
          ...row,
          dueDate: write(row.dueDate),
          state: isLoan ? <InstalmentState row={row} /> : undefined,
        }))}
      />
    </Card>
  );
}

/** Lists how the schedule became less than agreed, oldest first: parts paid early, and what was let off, which a row counts as paid. */
function ChangedLines({ payment }: { readonly payment: Payment }) {
  const part = usePartWords();
  const words = useRepaymentsWords().plan;
  const write = usePlanDates(payment);
  const lines = [
    ...payment.partPrepayments.map((one) => ({
      on: one.on,
      text: part.history(
        write(one.on),
        formatRupees(one.instalmentBeforePaise),
        formatRupees(one.instalmentAfterPaise),
      ),
    })),
    ...payment.waived.map(({ on, instalment, component, amountPaise }) => ({
      on,
      text: words.waived(write(on), formatRupees(amountPaise), words.waivedParts[component], instalment),
    })),
  ].toSorted((one, other) => one.on.localeCompare(other.on));
  if (lines.length === 0) return null;
  return (
    <ul className="mb-3 text-small text-ink-2">
      {lines.map(({ text }, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
