import { getServiceStatus, type PartState } from '@mohlat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { FactList, PageHeader } from '../../ui/card.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { useStatusWords } from './status.words.ts';

const EVERY_MS = 60_000;
const TONES = { fine: 'ok', slow: 'due', down: 'bad', unknown: 'neutral' } as const;

const statusQuery = queryOptions({
  queryKey: keys.serviceStatus,
  queryFn: ({ signal }) => call(getServiceStatus, { signal }),
  refetchInterval: EVERY_MS,
});

/** Says to anybody which part of the product is slow at the moment. */
export function Component() {
  const words = useStatusWords();
  const { language } = useLanguage();
  const status = useQuery(statusQuery);
  if (status.data === undefined) {
    const retry = () => void status.refetch();
    return status.isError ? (
      <ErrorFace error={status.error} onRetry={retry} />
    ) : (
      <LoadingFace onRetry={retry} />
    );
  }
  const { parts, asOf } = status.data;
  return (
    <>
      <PageHeader title={words.title} subtitle={words[summaryOf(parts.map(({ state }) => state))]} />
      <FactList
        facts={parts.map(({ part, state }) => ({
          label: words.parts[part],
          value: <StatusTag tone={TONES[state]}>{words.states[state]}</StatusTag>,
        }))}
      />
      {asOf === null ? null : (
        <p className="mt-4 text-caption text-ink-3">{words.asOf(formatInstant(asOf, language))}</p>
      )}
    </>
  );
}

function summaryOf(states: readonly PartState[]): 'allFine' | 'notFine' | 'unknown' {
  if (states.some((state) => state === 'slow' || state === 'down')) return 'notFine';
  return states.includes('unknown') ? 'unknown' : 'allFine';
}
