import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readDraft, saveDraft, useDraft } from '../../lib/draft.ts';
import { Failed } from '../../lib/failed.tsx';
import { useGlossary } from '../../lib/glossary.ts';
import { isLost } from '../../lib/intent.ts';
import { keys } from '../../lib/keys.ts';
import { useOnline } from '../../lib/online.ts';
import { ProblemError } from '../../lib/problem.ts';
import { meQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../lib/copy-button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useLostMessage } from './lost-message.ts';
import {
  findNewRequest,
  readKnown,
  requestsQuery,
  sendMessage,
  type SupportMessage,
} from './support.data.ts';
import { useSupportWords } from './support.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

type Typed = Partial<SupportMessage>;

const DRAFT = 'support-message';
const LOST = 'support-message-lost';
const idOf = (field: string) => `support-${field}`;

/** Holds the message as typed. Name and email address come from the account until the person changes them. */
function useMessage() {
  const { data: me } = useQuery(meQuery);
  const [typed, setTyped] = useState<Typed>(() => readDraft<SupportMessage>(DRAFT) ?? {});
  useDraft(DRAFT, typed);
  const message: SupportMessage = {
    name: typed.name ?? me?.profile.fullName ?? me?.name ?? '',
    email: typed.email ?? me?.email ?? '',
    subject: typed.subject ?? '',
    message: typed.message ?? '',
  };
  return {
    message,
    change: (part: Typed) => setTyped((before) => ({ ...before, ...part })),
    clearText: () => setTyped((before) => ({ ...before, subject: '', message: '' })),
  };
}

/** Sends a message once: where its answer was lost, it is looked for among the requests of the person. */
function useSending(hasText: boolean, onSent: () => void) {
  const words = useSupportWords();
  const client = useQueryClient();
  const { isMaybeSent, sendOnce } = useLostMessage(LOST, hasText);
  const sending = useSendOnce({
    mutationFn: (message: SupportMessage) =>
      sendOnce({
        body: JSON.stringify(message),
        list: async () => {
          const listed = client.getQueryData(requestsQuery.queryKey)?.pages.flatMap((page) => page.items);
          return listed?.map(({ id }) => id) ?? readKnown();
        },
        look: (known) => findNewRequest(message.subject, known),
        send: () => sendMessage(message),
      }),
    onSuccess: () => {
      toast.success(words.sent, words.sentText);
      // The page may have been left: what was typed there has been sent.
      saveDraft(DRAFT, { ...readDraft<SupportMessage>(DRAFT), subject: '', message: '' });
      onSent();
      void client.invalidateQueries({ queryKey: keys.supportRequests });
    },
    onError: (error) => {
      if (isLost(error)) void client.invalidateQueries({ queryKey: keys.supportRequests });
    },
  });
  return { ...sending, isMaybeSent };
}

/** All four fields are required by the browser itself; the server's own refusals land on the same fields. */
export function ContactForm() {
  const words = useSupportWords();
  const isOnline = useOnline();
  const { message, change, clearText } = useMessage();
  const sending = useSending(message.message !== '', clearText);
  const wrong = fieldErrorsOf(sending.error);
  const field = <Name extends keyof SupportMessage>(name: Name) => ({
    id: idOf(name),
    name,
    label: words[name],
    required: true,
    value: message[name],
    // Else it would be cleared with what is under way.
    readOnly: sending.isPending,
    error: wrong.find((one) => one.path === name)?.message,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(message);
      }}
      className="flex flex-col gap-4"
    >
      <Refusal
        error={sending.error}
        isMaybeSent={sending.isMaybeSent && !sending.isPending}
        attempt={sending.submittedAt}
      />
      <TextField {...field('name')} autoComplete="name" maxLength={120} />
      <TextField {...field('email')} type="email" autoComplete="email" maxLength={255} />
      <TextField {...field('subject')} maxLength={200} />
      <TextAreaField {...field('message')} rows={6} maxLength={5000} />
      {isOnline ? null : <p className="text-small text-ink-2">{words.offline}</p>}
      <Button
        type="submit"
        isWide
        disabled={!isOnline}
        isPending={sending.isPending}
        pendingText={words.sending}
      >
        {words.send}
      </Button>
      {sending.isSuccess ? (
        <Ticket ticket={sending.data.ticket} email={sending.variables.email.trim()} />
      ) : null}
    </form>
  );
}

function fieldErrorsOf(error: unknown) {
  return error instanceof ProblemError ? error.fieldErrors : [];
}

interface RefusalProps {
  readonly error: unknown;
  readonly isMaybeSent: boolean;
  readonly attempt: number;
}

function Refusal({ error, isMaybeSent, attempt }: RefusalProps) {
  const words = useSupportWords();
  const glossary = useGlossary();
  if (error === null) return isMaybeSent ? <Notice tone="due" isLive title={words.maybeSent} /> : null;
  const wrong = fieldErrorsOf(error);
  if (wrong.length > 0) {
    return (
      <ErrorSummary
        title={glossary.thereIsAProblem}
        errors={wrong.map(({ path, message }) => ({ fieldId: idOf(path), message }))}
        attempt={attempt}
      />
    );
  }
  return <Failed error={error} title={isMaybeSent ? words.maybeSent : words.notSent} />;
}

/** Stays on the page: what the toast says is gone after a while, the number is needed later. */
function Ticket({ ticket, email }: { readonly ticket: string; readonly email: string }) {
  const words = useSupportWords();
  return (
    <Notice tone="ok" isLive title={words.sent}>
      <p>{words.sentText}</p>
      <p className="mt-2">{words.ticket}</p>
      <p className="flex items-center gap-x-1">
        <span className="text-section font-semibold whitespace-nowrap tabular">{ticket}</span>
        <CopyButton text={ticket} label={words.copy} onCopied={() => toast.success(words.copied)} />
      </p>
      <p className="break-words">{words.ticketByMail(email)}</p>
    </Notice>
  );
}
