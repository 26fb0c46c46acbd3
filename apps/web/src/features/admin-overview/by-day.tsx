import type { Overview } from '@mohlat/contract';
import { dateWriter, formatDayMonth } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Bars } from '../../ui/bars.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { useOverviewWords } from './overview.words.ts';

/** More columns than this are too narrow to see: days are then drawn together, and stay apart in the table. */
const COLUMNS_MAX = 31;

export function ByDay({ days }: Pick<Overview, 'days'>) {
  const words = useOverviewWords();
  const { language } = useLanguage();
  const dates = days.map(({ on }) => on);
  const write = dateWriter(dates, language);
  const size = Math.ceil(days.length / COLUMNS_MAX);
  const groups = Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    days.slice(index * size, (index + 1) * size),
  );
  const sum = (group: Overview['days'], field: 'paidPaise' | 'repaidPaise') =>
    Math.max(
      0,
      group.reduce((total, day) => total + day[field], 0),
    );
  return (
    <Card title={words.daily}>
      <Bars
        title={`${write(dates[0] ?? '')} – ${write(dates.at(-1) ?? '')}`}
        columns={groups.map((group) => ({
          key: group[0]?.on ?? '',
          label: formatDayMonth(group[0]?.on ?? '', language),
          parts: [
            { tone: 'brand', value: sum(group, 'paidPaise') },
            { tone: 'due', value: sum(group, 'repaidPaise') },
          ],
        }))}
        legend={[
          { tone: 'brand', label: words.dailyPaid },
          { tone: 'due', label: words.dailyRepaid },
        ]}
        table={
          <details>
            <summary className="inline-flex min-h-11 items-center font-medium text-brand-ink underline underline-offset-4">
              {words.figures}
            </summary>
            <FiguresTable
              caption={words.daily}
              heads={[words.day, words.dailyPaid, words.dailyRepaid]}
              rows={days.toReversed().map((day) => ({
                key: day.on,
                cells: [
                  write(day.on),
                  <Money key="paid" paise={day.paidPaise} decimals="always" />,
                  <Money key="repaid" paise={day.repaidPaise} decimals="always" />,
                ],
              }))}
            />
          </details>
        }
      />
    </Card>
  );
}
