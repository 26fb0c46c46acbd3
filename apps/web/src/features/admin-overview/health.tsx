import type { Overview } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { useOverviewWords } from './overview.words.ts';

const TONES = { closed: 'ok', half_open: 'due', open: 'bad' } as const;

/** Whether the outside world answers, and whether our own work keeps up. */
export function Health({ overview }: { readonly overview: Overview }) {
  const words = useOverviewWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { rails, queue } = overview;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={words.rails}>
        {rails.length === 0 ? (
          <p className="text-ink-2">{words.noRails}</p>
        ) : (
          <FiguresTable
            caption={words.rails}
            heads={[words.provider, words.calls, words.failures, words.state]}
            rows={rails.map((rail) => ({
              key: rail.provider,
              cells: [
                codeWord(codes.providers, rail.provider),
                rail.calls,
                rail.failures,
                <span key="state" className="inline-flex flex-col items-end">
                  <StatusTag tone={TONES[rail.circuit]}>{words.circuits[rail.circuit]}</StatusTag>
                  {rail.circuit === 'closed' || rail.circuitSince === null
                    ? null
                    : words.since(formatInstant(rail.circuitSince, language))}
                </span>,
              ],
            }))}
          />
        )}
      </Card>
      <Card title={words.queue}>
        <FactList
          facts={[
            { label: words.waiting, value: queue.waiting },
            { label: words.running, value: queue.running },
            { label: words.failed, value: queue.failed },
            {
              label: words.oldestWaits,
              value: queue.waiting === 0 ? common.nobody : words.seconds(queue.oldestSeconds),
            },
          ]}
        />
      </Card>
    </div>
  );
}
