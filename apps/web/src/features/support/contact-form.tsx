import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readDraft, useDraft } from '../../lib/draft.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { isLost } from '../../lib/intent.ts';
import { keys } from '../../lib/keys.ts';
import { mayBeDone } from '../../lib/lost-answer.ts';
import { useOnline } from '../../lib/online.ts';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { meQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../lib/copy-button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  findNewRequest,
  requestsQuery,
  sendMessage,
  sendUnlessArrived,
  type SupportMessage,
} from './support.data.ts';
import { useSupportWords } from './support.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

type Typed = Partial<SupportMessage>;

const DRAFT = 'support-message';
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

/** The message of a sending, and the requests that there were then; kept while it may have arrived. */
interface Lost {
  readonly body: string;
  /** Undefined where no list was read yet. */
  readonly known: ReadonlySet<string> | undefined;
}

/** Sends a message once: where its answer was lost, it is looked for among the requests of the person. */
function useSending(onSent: () => void) {
  const words = useSupportWords();
  const client = useQueryClient();
  const lost = useRef<Lost>(undefined);
  const [isMaybeSent, setIsMaybeSent] = useState(false);
  const sending = useSendOnce({
    mutationFn: async (message: SupportMessage) => {
      const body = JSON.stringify(message);
      const wasLost = lost.current?.body === body;
      const listed = client.getQueryData(requestsQuery.queryKey)?.pages.flatMap((page) => page.items);
      const known =
        (wasLost ? lost.current?.known : undefined) ?? (listed && new Set(listed.map(({ id }) => id)));
      try {
        return await sendUnlessArrived({
          wasLost,
          // Without a list from before, an older request of the same subject would be taken for this one.
          look: async () => known && findNewRequest(message.subject, known),
          send: () => sendMessage(message),
        });
      } catch (error) {
        const isMaybe = mayBeDone(error, wasLost);
        lost.current = isMaybe ? { body, known } : undefined;
        setIsMaybeSent(isMaybe);
        throw error;
      }
    },
    onSuccess: () => {
      lost.current = undefined;
      toast.success(words.sent, words.sentText);
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
  const sending = useSending(clearText);
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
      <Refusal error={sending.error} isMaybeSent={sending.isMaybeSent} attempt={sending.submittedAt} />
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
  const { language } = useLanguage();
  if (error === null) return null;
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
  return (
    <Notice tone="bad" isLive title={isMaybeSent ? words.maybeSent : words.notSent}>
      {errorText(error, language)}
    </Notice>
  );
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
