import type { SupportThread } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { clearDraft, readDraft, useDraft } from '../../lib/draft.ts';
import { UnreadFace } from '../../lib/faces.tsx';
import { Failed } from '../../lib/failed.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLostMessage } from './lost-message.ts';
import { RequestStatus } from './requests.tsx';
import { answerRequest, findAnswered, requestQuery } from './support.data.ts';
import { useSupportWords } from './support.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

/** One request with what was written, and a place to write again. Opening it counts as reading its answers. */
export function Conversation({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const request = useQuery(requestQuery(id));
  const { data } = request;
  useEffect(() => {
    if (data?.hasNews === true)
      void client.invalidateQueries({ queryKey: keys.supportRequests, exact: true });
  }, [client, data]);
  if (data === undefined) return <UnreadFace query={request} />;
  return (
    <Card title={data.subject}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-small text-ink-2 tabular">{data.ticket}</span>
        <RequestStatus status={data.status} />
      </p>
      <Lines lines={data.lines} />
      <Answer key={data.id} thread={data} />
    </Card>
  );
}

function Lines({ lines }: Pick<SupportThread, 'lines'>) {
  const words = useSupportWords().requests;
  const { language } = useLanguage();
  return (
    <ol className="mt-4 flex flex-col gap-3">
      {lines.map((line) => {
        const isOurs = line.from === 'support';
        return (
          <li
            key={line.id}
            className={clsx('rounded-input border border-line p-3', isOurs ? 'bg-sunken' : 'bg-surface')}
          >
            <p className="flex flex-wrap justify-between gap-x-3 text-small">
              <span className="font-medium">{isOurs ? words.team : words.you}</span>
              <time dateTime={line.at} className="text-caption text-ink-3">
                {formatInstant(line.at, language)}
              </time>
            </p>
            <p className="mt-1 break-words whitespace-pre-line">{line.text}</p>
          </li>
        );
      })}
    </ol>
  );
}

/** Sends an answer once: where its own answer was lost, it is looked for in the conversation. */
function useAnswering(thread: SupportThread, place: string, typed: string, onSent: () => void) {
  const client = useQueryClient();
  const { isMaybeSent, sendOnce } = useLostMessage(`${place}-lost`, typed !== '');
  const sending = useSendOnce({
    mutationFn: () =>
      sendOnce({
        body: typed,
        list: () => Promise.resolve(thread.lines.map(({ id }) => id)),
        look: (known) => findAnswered(thread.id, typed, known),
        send: () => answerRequest(thread.id, typed),
      }),
    onSuccess: (after) => {
      client.setQueryData(keys.supportRequest(thread.id), after);
      void client.invalidateQueries({ queryKey: keys.supportRequests, exact: true });
      // The page may have been left: what was typed there has been sent.
      clearDraft(place);
      onSent();
    },
  });
  return { ...sending, isMaybeSent };
}

/** The draft of an answer stays, without a network and over a reload, until it is sent. */
function Answer({ thread }: { readonly thread: SupportThread }) {
  const words = useSupportWords();
  const isOnline = useOnline();
  const place = `support-answer-${thread.id}`;
  const [typed, setTyped] = useState(() => readDraft<{ text: string }>(place)?.text ?? '');
  useDraft(place, { text: typed });
  const sending = useAnswering(thread, place, typed, () => setTyped(''));
  const { isMaybeSent, isPending, error } = sending;
  return (
    <form
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <TextAreaField
        id="support-answer"
        label={words.requests.writeAgain}
        hint={thread.status === 'closed' ? words.requests.opensAgain : undefined}
        required
        rows={4}
        maxLength={5000}
        value={typed}
        // Else it would be cleared with what is under way.
        readOnly={isPending}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Failed error={error} title={isMaybeSent ? words.maybeSent : words.notSent} />
      {error === null && isMaybeSent && !isPending ? (
        <Notice tone="due" isLive title={words.maybeSent} />
      ) : null}
      {isOnline ? null : <p className="text-small text-ink-2">{words.offline}</p>}
      <Button
        type="submit"
        disabled={!isOnline}
        isPending={isPending}
        pendingText={words.sending}
        className="max-md:w-full md:self-start"
      >
        {words.send}
      </Button>
    </form>
  );
}
