import type { AdminPayment, PaymentTimelineEntry } from '@mohlat/contract';
import type { ReactNode } from 'react';
import { type CodeWords, useCodeWords } from '../../lib/admin/codes.words.ts';
import { Coded, codeWord, factValue } from '../../lib/admin/facts.tsx';
import { LeftOut } from '../../lib/admin/left-out.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Trail } from '../../ui/trail.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** Ids say nothing to a reader, and who did it stands in the audit log. */
const HIDDEN = new Set(['id', 'actorId', 'trace']);

/** Shows the code of a provider or a task small beside its word: staff search their papers and our logs for it. */
function titleOf({ source, event, detail }: PaymentTimelineEntry, codes: CodeWords): ReactNode {
  switch (source) {
    case 'payment':
      return codeWord(codes.billStatuses, event);
    case 'journal':
      return codeWord(codes.journalKinds, event);
    case 'repayment':
      return typeof detail['takenBackOn'] === 'string'
        ? codes.repaymentTakenBack
        : codeWord(codes.repaymentStatuses, event);
    case 'refund':
      return codeWord(codes.refundStatuses, event);
    case 'staff':
      return codeWord(codes.auditActions, event);
    case 'rail_call':
    case 'webhook': {
      const [provider = '', ...rest] = event.split('.');
      const name = rest.join('.');
      const word = codeWord(source === 'webhook' ? codes.railEvents : codes.railCalls, name);
      return <Coded word={`${codeWord(codes.providers, provider)}: ${word}`} code={name} />;
    }
    case 'job':
      return <Coded word={codeWord(codes.paymentTasks, event)} code={event} />;
  }
}

/** Fewer stand as they are. */
const GROUPED_MIN = 3;
/** The details that differ between two tries of the same call. */
const OF_ONE_CALL = new Set(['attempt', 'milliseconds', ...HIDDEN]);

const sameness = ({ source, event, detail }: PaymentTimelineEntry): string =>
  JSON.stringify([source, event, Object.entries(detail).filter(([name]) => !OF_ONE_CALL.has(name))]);

/** Groups repeated calls that got the same answer: a rail that stays silent is asked for days. */
export function groupCalls(
  timeline: readonly PaymentTimelineEntry[],
): readonly (readonly PaymentTimelineEntry[])[] {
  const groups: PaymentTimelineEntry[][] = [];
  for (const entry of timeline) {
    const last = groups.at(-1);
    if (entry.source === 'rail_call' && last?.[0] && sameness(last[0]) === sameness(entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) => (group.length < GROUPED_MIN ? group.map((entry) => [entry]) : [group]));
}

export function PaymentTimeline({ timeline, leftOut }: Pick<AdminPayment, 'timeline' | 'leftOut'>) {
  const words = usePaymentsWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  return (
    <Card title={words.timeline}>
      <LeftOut count={leftOut.calls + leftOut.webhooks} />
      <Trail
        label={words.timeline}
        entries={groupCalls(timeline).flatMap((group, index) => {
          const [first] = group;
          if (first === undefined) return [];
          return {
            key: String(index),
            at: formatInstant(first.at, language),
            source: words.sources[first.source],
            title: titleOf(first, codes),
            detail: group.length === 1 ? <Details of={first} /> : <Repeated calls={group} />,
          };
        })}
      />
    </Card>
  );
}

interface DetailsProps {
  readonly of: PaymentTimelineEntry;
  readonly without?: ReadonlySet<string>;
}

function Details({ of: { detail }, without = HIDDEN }: DetailsProps) {
  const words = usePaymentsWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const values = { ...codes.callResults, ...codes.channels, ...codes.failures, ...codes.actorKinds };
  return (
    <dl className="flex flex-wrap gap-x-3">
      {Object.entries(detail)
        .filter(([name, value]) => value !== null && value !== false && !without.has(name))
        // A person is named, not their kind.
        .filter(([name]) => name !== 'actor' || typeof detail['actorName'] !== 'string')
        .map(([name, value]) => (
          <div key={name} className="flex gap-1">
            <dt>{codeWord(words.details, name)}:</dt>
            <dd className="tabular">
              {name === 'result' && value !== 'ok' ? (
                <Coded word={codeWord(codes.railAnswers, String(value))} code={String(value)} />
              ) : (
                factValue(name, value, language, values)
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Repeated({ calls }: { readonly calls: readonly PaymentTimelineEntry[] }) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const [first, last] = [calls.at(0), calls.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <>
      <Details of={first} without={OF_ONE_CALL} />
      <p>{words.askedTimes(calls.length, formatInstant(last.at, language))}</p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-medium text-brand-ink underline decoration-brand-line underline-offset-4 hover:decoration-current md:min-h-8">
          {words.eachTime}
        </summary>
        <ol className="flex flex-col gap-1">
          {calls.map((call, index) => (
            <li key={index} className="flex flex-wrap gap-x-3">
              <span className="tabular">{formatInstant(call.at, language)}</span>
              <Details of={call} />
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
