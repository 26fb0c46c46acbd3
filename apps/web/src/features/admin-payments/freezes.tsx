import type { AdminPayment } from '@mohlat/contract';
import { formatDateWithYear } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** When nobody was dunned for a loan, why, and how many days that leaves out. */
export function Freezes({ freezes }: Pick<AdminPayment, 'freezes'>) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const day = (date: string) => formatDateWithYear(date, language);
  return freezes.map(({ word, fromDate, endedDate, end, days }, index) => (
    <Card
      key={`${fromDate} ${index}`}
      title={endedDate === null ? words.frozen : words.wasFrozen}
      description={endedDate === null ? words.frozenText : words.wasFrozenText}
    >
      <FactList
        facts={[
          endedDate === null
            ? { label: words.frozenSince, value: day(fromDate) }
            : { label: words.frozenSpan, value: words.span(day(fromDate), day(endedDate)) },
          { label: words.railSaid, value: words.railWords[word] },
          { label: words.frozenDays, value: endedDate === null ? words.daysSoFar(days) : words.daysIn(days) },
          ...(end === null ? [] : [{ label: words.freezeEnd, value: words.freezeEnds[end] }]),
        ]}
      />
    </Card>
  ));
}
