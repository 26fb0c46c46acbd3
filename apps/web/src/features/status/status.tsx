import { getServiceStatus, type ServiceStatus } from '@mohlat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { UnreadFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { FactList, PageHeader } from '../../ui/card.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { useStatusWords } from './status.words.ts';

const EVERY_MS = 60_000;
/** Where the last answer says little. The server reads its figures no more often. */
const SOON_MS = 10_000;
const LITTLE = new Set(['first', 'unknown']);
const TONES = { fine: 'ok', slow: 'due', down: 'bad', unknown: 'neutral' } as const;

const statusQuery = queryOptions({
  queryKey: keys.serviceStatus,
  queryFn: ({ signal }) => call(getServiceStatus, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && LITTLE.has(summaryOf(data)) ? SOON_MS : EVERY_MS,
});

/** Says to anybody which part of the product is slow at the moment. */
export function Component() {
  const words = useStatusWords();
  const { language } = useLanguage();
  const status = useQuery(statusQuery);
  if (status.data === undefined) return <UnreadFace query={status} />;
  const { parts, asOf } = status.data;
  return (
    <>
      <PageHeader title={words.title} subtitle={words[summaryOf(status.data)]} />
      <FactList
        facts={parts.map(({ part, state }) => ({
          label: words.parts[part],
          value: (
            <StatusTag tone={TONES[state]}>{asOf === null ? words.soon : words.states[state]}</StatusTag>
          ),
        }))}
      />
      {asOf === null ? null : (
        <p className="mt-4 text-caption text-ink-3">{words.asOf(formatInstant(asOf, language))}</p>
      )}
    </>
  );
}

function summaryOf({ parts, asOf }: ServiceStatus): 'first' | 'allFine' | 'notFine' | 'unknown' {
  if (asOf === null) return 'first';
  const states = parts.map(({ state }) => state);
  if (states.some((state) => state === 'slow' || state === 'down')) return 'notFine';
  return states.includes('unknown') ? 'unknown' : 'allFine';
}
