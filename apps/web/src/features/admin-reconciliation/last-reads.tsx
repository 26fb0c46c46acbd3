import { useQuery } from '@tanstack/react-query';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { lastReadsQuery } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';

const RAILS = ['billpay', 'razorpay'] as const;

/** Says of each rail what was read last, and when: an empty list of differences means little where nothing was read. */
export function LastReads() {
  const words = useReconciliationWords();
  const { language } = useLanguage();
  const { data } = useQuery(lastReadsQuery);
  if (data === undefined) return null;
  return (
    <ul aria-label={words.lastRead} className="mb-4 text-small text-ink-2">
      {RAILS.map((rail) => {
        const read = data.items.find((one) => one.rail === rail);
        return (
          <li key={rail}>
            {words.rails[rail]}:{' '}
            {read === undefined
              ? words.neverRead
              : words.readLast(
                  words.readFiles[rail](formatDateWithYear(read.dayOn, language)),
                  read.rows,
                  formatInstant(read.readAt, language),
                )}
          </li>
        );
      })}
    </ul>
  );
}
