import type { AdminPayment, PaymentTimelineEntry } from '@mohlat/contract';
import type { ReactNode } from 'react';
import { type CodeWords, useCodeWords } from '../../lib/admin/codes.words.ts';
import { capitalised, Coded, codeWord } from '../../lib/admin/facts.tsx';
import { LeftOut } from '../../lib/admin/left-out.tsx';
import { formatDateWithYear, formatInstant, formatRupees, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import type { Language } from '../../lib/language.ts';
import { Card } from '../../ui/card.tsx';
import { Trail } from '../../ui/trail.tsx';
import { type PaymentsWords, usePaymentsWords } from './payments.words.ts';

/** The title of an entry. The rail's own name of an event stands small beside its word: staff look for it in the rail's pages. */
function titleOf({ source, event, detail }: PaymentTimelineEntry, codes: CodeWords): ReactNode {
  switch (source) {
    case 'payment':
      return codeWord(codes.billStatuses, event);
    case 'journal':
      return codeWord(codes.journalKinds, event);
    case 'repayment':
      if (typeof detail['takenBackOn'] === 'string') return codes.repaymentTakenBack;
      return detail['reason'] === 'given_by_mistake'
        ? codes.repaymentMistaken
        : codeWord(codes.repaymentStatuses, event);
    case 'refund':
      return codeWord(codes.refundStatuses, event);
    case 'staff':
      return codeWord(codes.auditActions, event);
    case 'rail_call':
    case 'webhook': {
      const [code = '', ...rest] = event.split('.');
      const provider = codeWord(codes.providers, code);
      const name = rest.join('.');
      if (source === 'rail_call') return `${provider}: ${codeWord(codes.railCalls, name)}`;
      return <Coded word={`${provider}: ${codeWord(codes.railEvents, name)}`} code={name} />;
    }
    case 'job':
      return codeWord(codes.paymentTasks, event);
  }
}

/** Fewer stand as they are. */
const GROUPED_MIN = 3;

const sameness = ({ source, event, detail }: PaymentTimelineEntry): string =>
  JSON.stringify([source, event, detail['result']]);

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
  const speech = { words, codes, language };
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
            detail:
              group.length === 1 ? (
                capitalised(phrasesOf(first, speech).join(' · '))
              ) : (
                <Repeated calls={group} speech={speech} />
              ),
          };
        })}
      />
    </Card>
  );
}

type Detail = PaymentTimelineEntry['detail'];

const textOf = (detail: Detail, name: string): string | undefined => {
  const value = detail[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
const countOf = (detail: Detail, name: string): number => {
  const value = detail[name];
  return typeof value === 'number' ? value : 0;
};

interface Speech {
  readonly words: PaymentsWords;
  readonly codes: CodeWords;
  readonly language: Language;
}

const MS_PER_SECOND = 1000;

/** The try and the wait, of a call where they say something: most are answered the first time, within the second. */
function effortOf({ detail }: PaymentTimelineEntry, { words }: Speech): readonly string[] {
  const attempt = countOf(detail, 'attempt');
  const seconds = Math.floor(countOf(detail, 'milliseconds') / MS_PER_SECOND);
  return [...(attempt > 1 ? [words.attempt(attempt)] : []), ...(seconds > 0 ? [words.after(seconds)] : [])];
}

const answerOf = ({ detail }: PaymentTimelineEntry, { codes }: Speech): readonly string[] => {
  const result = textOf(detail, 'result');
  return result === undefined ? [] : [codeWord(codes.railAnswers, result)];
};

/** The day on which a journal counts, where that is not the day of its posting. */
function journalPhrases(
  { at, detail }: PaymentTimelineEntry,
  { words, language }: Speech,
): readonly string[] {
  const effectiveOn = textOf(detail, 'effectiveOn');
  const isElsewhen = effectiveOn !== undefined && effectiveOn !== istDateOf(at);
  return [
    ...(detail['isReversal'] === true ? [words.reversal] : []),
    ...(isElsewhen ? [words.asOf(formatDateWithYear(effectiveOn, language))] : []),
  ];
}

function jobPhrases({ detail }: PaymentTimelineEntry, { words }: Speech): readonly string[] {
  const attempts = countOf(detail, 'attempts');
  const most = countOf(detail, 'attemptsMax');
  const state = detail['isRunning'] === true ? words.running : words.planned;
  return attempts === 0 ? [state] : [state, words.triesOf(attempts, most)];
}

function moneyPhrases(
  { detail }: PaymentTimelineEntry,
  { words, codes, language }: Speech,
): readonly string[] {
  const channel = textOf(detail, 'channel');
  const takenBackOn = textOf(detail, 'takenBackOn');
  const reason = textOf(detail, 'reason');
  return [
    formatRupees(countOf(detail, 'amountPaise'), 'always'),
    ...(channel === undefined ? [] : [codeWord(codes.channels, channel)]),
    ...(takenBackOn === undefined ? [] : [words.on(formatDateWithYear(takenBackOn, language))]),
    ...(reason === undefined ? [] : [codeWord(codes.failures, reason)]),
  ];
}

function staffPhrases({ detail }: PaymentTimelineEntry, { codes }: Speech): readonly string[] {
  const kind = textOf(detail, 'actor');
  // A person is named, not their kind. The reason is in their own words.
  const by =
    textOf(detail, 'actorName') ?? (kind === undefined ? undefined : codeWord(codes.actorKinds, kind));
  return [by, textOf(detail, 'reason')].filter((phrase) => phrase !== undefined);
}

/** The phrases that staff need besides the title. The rest of an entry is for the logs: traces, HTTP, milliseconds. */
function phrasesOf(entry: PaymentTimelineEntry, speech: Speech): readonly string[] {
  switch (entry.source) {
    case 'payment':
      return [];
    case 'rail_call':
      return [...answerOf(entry, speech), ...effortOf(entry, speech)];
    case 'webhook': {
      const outcome = textOf(entry.detail, 'outcome');
      return outcome === undefined ? [] : [codeWord(speech.codes.eventOutcomes, outcome)];
    }
    case 'journal':
      return journalPhrases(entry, speech);
    case 'repayment':
    case 'refund':
      return moneyPhrases(entry, speech);
    case 'staff':
      return staffPhrases(entry, speech);
    case 'job':
      return jobPhrases(entry, speech);
  }
}

function Repeated({
  calls,
  speech,
}: {
  readonly calls: readonly PaymentTimelineEntry[];
  readonly speech: Speech;
}) {
  const { words, language } = speech;
  const [first, last] = [calls.at(0), calls.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <>
      <p>{capitalised(answerOf(first, speech).join(' · '))}</p>
      <p>{words.askedTimes(calls.length, formatInstant(last.at, language))}</p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-medium text-brand-ink underline decoration-brand-line underline-offset-4 hover:decoration-current md:min-h-8">
          {words.eachTime}
        </summary>
        <ol className="flex flex-col gap-1">
          {calls.map((call, index) => (
            <li key={index}>
              <span className="tabular">{formatInstant(call.at, language)}</span>
              {effortOf(call, speech).map((phrase) => ` · ${phrase}`)}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
