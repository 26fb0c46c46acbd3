import type { Payment } from '@mohlat/contract';
import { Check, TriangleAlert } from 'lucide-react';
import { formatMonthShort } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Bars } from '../../ui/bars.tsx';
import { useRepaymentsWords } from './repayments.words.ts';

interface PlanPictureProps {
  readonly rows: Payment['schedule'];
}

/** What each instalment is made of, and which are done; its figures are the schedule's table under it. */
export function PlanPicture({ rows }: PlanPictureProps) {
  const words = useRepaymentsWords().plan;
  const { schedule } = useGlossary();
  const { language } = useLanguage();
  return (
    <Bars
      title={words.picture}
      table={null}
      legend={[
        { tone: 'brand', label: schedule.principal },
        { tone: 'due', label: schedule.interest },
        { tone: 'quiet', label: schedule.fee },
      ]}
      columns={rows.map((row) => ({
        key: String(row.number),
        label: formatMonthShort(row.dueDate, language),
        isFaint: row.status === 'paid',
        mark:
          row.status === 'paid' ? (
            <Check className="size-4 text-ok" />
          ) : row.status === 'overdue' ? (
            <TriangleAlert className="size-4 text-bad" />
          ) : undefined,
        parts: [
          { tone: 'brand', value: row.principalPaise },
          { tone: 'due', value: row.interestPaise },
          { tone: 'quiet', value: row.feePaise },
        ],
      }))}
    />
  );
}
