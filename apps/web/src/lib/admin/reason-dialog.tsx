import type { ErrorCode } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FactList, type Fact } from '../../ui/card.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { FieldError, TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useKeptText } from '../draft.ts';
import { useGlossary } from '../glossary.ts';
import { useLanguage } from '../i18n.tsx';
import { isLost, mustKeepKey } from '../intent.ts';
import { errorText, ProblemError } from '../problem.ts';
import { useAdminWords } from './admin.words.ts';
import { adminChanged } from './keys.ts';
import { useSendOnce } from '../send-once.ts';

interface ReasonDialogProps {
  readonly title: string;
  /** The person and what of theirs it acts on: the page under a dialog is not read, and two of them look alike. */
  readonly subject?: string | undefined;
  /** The effect of the action, and the things that it does not change. */
  readonly text: ReactNode;
  /** Left out: the title says it. */
  readonly confirm?: string | undefined;
  readonly isDanger?: boolean;
  readonly reasonLabel?: string;
  readonly reasonHint?: string;
  /** Its bounds, and what is said below the least; left out: three characters to five hundred. */
  readonly reasonMin?: number;
  readonly reasonMax?: number;
  readonly reasonMissing?: string;
  /** True: it may be left empty, and has no least but the one that is given. */
  readonly isReasonOptional?: boolean;
  /** Keeps the text under this name until it is sent, however the dialog closes: one for each action and each thing. */
  readonly draft: string;
  /** The other fields; `problem` keeps the dialog from being sent. */
  readonly fields?: ReactNode;
  readonly problem?: string | undefined;
  /** The facts that the second person will read. */
  readonly forSecond?: readonly Fact[];
  readonly onSend: (reason: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const REASON_MIN = 3;
const REASON_MAX = 500;
const CONFLICT = 409;
const FORBIDDEN = 403;
/** A colleague did it meanwhile, or something else to the same thing: sent again, it would be refused again. */
const DONE_BY_ANOTHER: ReadonlySet<string> = new Set<ErrorCode>([
  'review_decided',
  'approval_already_decided',
  'break_resolved',
  'note_changed',
  'settings_changed',
  'approval_open',
  'other_way_proposed',
  'account_is_blocked',
]);

function isDoneByAnother(error: unknown): boolean {
  return (
    error instanceof ProblemError &&
    error.status === CONFLICT &&
    (error.first !== undefined || DONE_BY_ANOTHER.has(error.code))
  );
}

/**
 * A second factor that is not fresh is asked for by the call itself. While the answer to a press is lost, the next one sends the very
 * same: with a letter changed it would be another act, done beside the first.
 */
function useSending({ onSend, onDone, draft }: Pick<ReasonDialogProps, 'onSend' | 'onDone' | 'draft'>) {
  const [reason, setReason] = useKeptText(draft);
  const client = useQueryClient();
  const readAnew = () => void adminChanged(client);
  const [lost, setLost] = useState<() => Promise<unknown>>();
  const sending = useSendOnce({
    mutationFn: async () => {
      const send = lost ?? (() => onSend(reason.trim()));
      // Without a network nothing leaves.
      const isOnline = navigator.onLine;
      try {
        return await send();
      } catch (error) {
        if (isLost(error)) {
          if (isOnline || navigator.onLine) setLost(() => send);
        } else if (!mustKeepKey(error)) setLost(undefined);
        throw error;
      }
    },
    onSuccess: () => {
      setLost(undefined);
      setReason('');
      readAnew();
      onDone();
    },
  });
  return {
    reason,
    setReason,
    sending,
    isOver: isDoneByAnother(sending.error),
    isStale: statusOf(sending.error) === CONFLICT,
    isFrozen: lost !== undefined,
    readAnew,
  };
}

/** Everything staff do is asked for here, with a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    subject,
    text,
    confirm = title,
    isDanger = false,
    isReasonOptional = false,
    reasonMin = isReasonOptional ? 0 : REASON_MIN,
    fields,
    problem,
    onClose,
  } = props;
  const words = useAdminWords();
  const glossary = useGlossary();
  const [isTried, setIsTried] = useState(false);
  const { reason, setReason, sending, isOver, isStale, isFrozen, readAnew } = useSending(props);
  const length = reason.trim().length;
  const isShort = length < reasonMin && !(isReasonOptional && length === 0);
  const send = () => {
    setIsTried(true);
    if (isFrozen || (problem === undefined && !isShort && !isOver)) sending.mutate();
  };
  const close = () => {
    // Not before: what is read again may have no place for this dialog, and the user would not learn who was quicker.
    if (isStale || isFrozen) readAnew();
    if (isFrozen) toast.info(words.lostClosed, words.lostClosedText);
    onClose();
  };
  return (
    <FormDialog
      onClose={close}
      title={title}
      description={<WithSubject subject={subject}>{text}</WithSubject>}
      closeLabel={glossary.close}
      cancel={isOver || isFrozen ? glossary.close : words.cancel}
      submit={isOver ? undefined : confirm}
      pending={words.sending}
      isPending={sending.isPending}
      isDanger={isDanger}
      onSubmit={send}
    >
      {sending.isError ? <Refusal error={sending.error} isFrozen={isFrozen} /> : null}
      <fieldset disabled={isFrozen} className="contents">
        {fields}
        {isTried ? <FieldsProblem text={problem} /> : null}
        <ReasonField
          {...props}
          value={reason}
          error={isTried && isShort ? (props.reasonMissing ?? words.reasonMissing) : undefined}
          onValue={setReason}
        />
      </fieldset>
    </FormDialog>
  );
}

/** Above the effect of an action, the person and the thing that it acts on. */
export function WithSubject({
  subject,
  children,
}: {
  readonly subject: string | undefined;
  readonly children: ReactNode;
}) {
  if (subject === undefined) return children;
  return (
    <>
      <span className="mb-2 block font-medium wrap-anywhere text-ink">{subject}</span>
      {children}
    </>
  );
}

/** The problem with the fields above it, until they are right. A problem with the reason stands at the reason. */
function FieldsProblem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <div role="alert">
      <FieldError>{text}</FieldError>
    </div>
  );
}

type ReasonFieldProps = Pick<
  ReasonDialogProps,
  'reasonLabel' | 'reasonHint' | 'reasonMax' | 'isReasonOptional' | 'forSecond'
> & {
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
};

/** The reason, and under it how the proposal will read to the one who decides. */
function ReasonField(props: ReasonFieldProps) {
  const { reasonLabel, reasonHint, reasonMax = REASON_MAX, isReasonOptional, forSecond } = props;
  const { value, error, onValue } = props;
  const words = useAdminWords();
  const glossary = useGlossary();
  return (
    <>
      <TextAreaField
        label={reasonLabel ?? words.reason}
        hint={reasonHint ?? words.reasonHint}
        aside={isReasonOptional ? glossary.optional : undefined}
        error={error}
        rows={3}
        maxLength={reasonMax}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      {forSecond === undefined ? null : (
        <div className="rounded-input bg-sunken px-4 py-3 text-small">
          <p className="font-medium">{words.secondPerson}</p>
          <FactList facts={[...forSecond, { label: words.reason, value: value.trim() || words.nobody }]} />
        </div>
      )}
    </>
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ProblemError ? error.code : undefined;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ProblemError ? error.status : undefined;
}

/**
 * An act that may have been done is none that was refused. A colleague who was quicker is no failure of this person's, and a role
 * that was taken away is none either.
 */
function Refusal({ error, isFrozen }: { readonly error: unknown; readonly isFrozen: boolean }) {
  const words = useAdminWords();
  const { language } = useLanguage();
  const status = statusOf(error);
  if (isFrozen) {
    return (
      <Notice tone="due" isLive title={words.lostTitle}>
        <p>{errorText(error, language)}</p>
        <p>{words.lostText}</p>
      </Notice>
    );
  }
  if (isDoneByAnother(error)) {
    return (
      <Notice tone="due" isLive title={words.wasFirst}>
        {errorText(error, language)} {words.wasFirstText}
      </Notice>
    );
  }
  if (status === FORBIDDEN) {
    const title = codeOf(error) === 'role_required' ? words.notAllowed : words.failed;
    return (
      <Notice isLive title={title}>
        {errorText(error, language)}
      </Notice>
    );
  }
  return (
    <Notice tone="bad" isLive title={words.failed}>
      <p>{errorText(error, language)}</p>
      {fieldSentencesOf(error).map((sentence) => (
        <p key={sentence} lang="en">
          {sentence}
        </p>
      ))}
    </Notice>
  );
}

/** Only the server knows what is wrong with a field that looks right here, and it says so in English. */
function fieldSentencesOf(error: unknown): readonly string[] {
  return error instanceof ProblemError ? error.fieldErrors.map(({ message }) => message) : [];
}
