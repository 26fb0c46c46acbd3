import { CLOSING_ERRORS, type Closed, type ClosurePreview } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatRupees } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useLeaveClosed } from '../../lib/leave-closed.ts';
import { mayBeDone } from '../../lib/lost-answer.ts';
import { errorText } from '../../lib/problem.ts';
import { keepLostClosing, useLostClosing } from '../../lib/session-state.ts';
import { LinkButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FateLists } from './fate-lists.tsx';
import { closeAccount, closureQuery } from './privacy.data.ts';
import { usePrivacyWords } from './privacy.words.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { to, WRITE_TO_US } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

const WORD = 'DELETE';
const FIELD_ID = 'closing-word';

/** First what stands in the way, or what goes and what stays; then the word; then there is no way back. */
export function CloseAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const words = usePrivacyWords();
  const glossary = useGlossary();
  const { language } = useLanguage();
  const closure = useQuery(closureQuery(language));
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [wrong, setWrong] = useState<string>();
  const leaving = useLeaving();
  const preview = closure.data;
  const isOpen = preview !== undefined && preview.blockers.length === 0 && !preview.needsSignIn;
  const press = () => {
    const isWord = typed.trim() === WORD;
    setAttempt(attempt + 1);
    setWrong(isWord ? undefined : words.wrongWord);
    if (isWord) leaving.mutate();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={words.closeDialogTitle}
      closeLabel={words.cancel}
      cancel={words.stay}
      submit={isOpen ? words.closeForGood : undefined}
      pending={words.closing}
      isPending={leaving.isPending}
      isDanger
      onSubmit={press}
    >
      <ErrorSummary
        title={glossary.thereIsAProblem}
        errors={wrong === undefined ? [] : [{ fieldId: FIELD_ID, message: wrong }]}
        attempt={attempt}
      />
      {closure.isPending ? <LoadingFace onRetry={() => void closure.refetch()} /> : null}
      {closure.isError && preview === undefined ? (
        <ErrorFace error={closure.error} onRetry={() => void closure.refetch()} />
      ) : null}
      <div className="flex flex-col gap-5">
        {preview ? <Blockers preview={preview} /> : null}
        {preview?.blockers.length === 0 && preview.needsSignIn ? <SignInAgain /> : null}
        {preview && isOpen ? (
          <>
            <Forfeits forfeits={preview.forfeits} />
            <FateLists erased={preview.erased} kept={preview.kept} as="h3" />
            <p>{words.forGood}</p>
          </>
        ) : null}
        {/* Beside the field and the buttons: what goes and what stays fills more than a phone. */}
        <Failure error={leaving.error} isMaybeClosed={leaving.isMaybeClosed} />
        {isOpen ? (
          <TextField
            id={FIELD_ID}
            label={words.typeWord}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={wrong}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}

interface FailureProps {
  readonly error: Error | null;
  readonly isMaybeClosed: boolean;
}

function Failure({ error, isMaybeClosed }: FailureProps) {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Half of it may be under the buttons.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (error === null) return null;
  return (
    <div ref={box} className="scroll-my-4">
      <Notice tone="bad" isLive>
        {[errorText(error, language), ...(isMaybeClosed ? [words.maybeClosed] : [])].join(' ')}
      </Notice>
    </div>
  );
}

/**
 * Closes, and leaves. Where an answer was lost and the session is over after it, the account may be closed: the session may have ended
 * for another reason, too.
 */
function useLeaving() {
  const { language } = useLanguage();
  const leave = useLeaveClosed();
  const isMaybeClosed = useLostClosing();
  const wasSent = useRef(isMaybeClosed);
  const leaving = useSendOnce({
    mutationFn: () => {
      // Without a network nothing leaves.
      wasSent.current ||= navigator.onLine;
      return closeAccount(language);
    },
    onSuccess: (answer: Closed) => leave(answer),
    onError: (error) => keepLostClosing(wasSent.current && mayBeDone(error, isMaybeClosed)),
  });
  return { ...leaving, isMaybeClosed };
}

/** Rewards can be used in this account alone: the person is told before they close it. */
function Forfeits({ forfeits }: Pick<ClosurePreview, 'forfeits'>) {
  const words = usePrivacyWords();
  if (forfeits === undefined) return null;
  const { rewardsPaise, remainderPaise } = forfeits;
  if (rewardsPaise + remainderPaise === 0) return null;
  return (
    <Notice tone="due" title={words.forfeitsTitle(formatRupees(rewardsPaise + remainderPaise))}>
      {rewardsPaise > 0 ? <p>{words.forfeitedRewards(formatRupees(rewardsPaise))}</p> : null}
      {remainderPaise > 0 ? (
        <p className="not-first:mt-2">{words.forfeitedRemainder(formatRupees(remainderPaise))}</p>
      ) : null}
    </Notice>
  );
}

function Blockers({ preview: { blockers } }: { readonly preview: ClosurePreview }) {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  const ways = {
    money_owed: { to: to('/dashboard/payments'), label: words.toRepay },
    payment_under_way: { to: to('/dashboard/transactions'), label: words.toPayments },
    refund_due: { to: WRITE_TO_US, label: words.toHelp },
    dispute_open: { to: WRITE_TO_US, label: words.toHelp },
    staff_account: { to: WRITE_TO_US, label: words.toHelp },
  } as const;
  // A newer server may know another reason: it has its own words for it.
  const wayOf = (code: string) => (code in ways ? ways[code as keyof typeof ways] : ways.refund_due);
  const sentences: Readonly<Partial<Record<string, Record<typeof language, string>>>> = CLOSING_ERRORS;
  return blockers.map(({ code, amountPaise, text }) => (
    <Notice
      key={code}
      tone="due"
      title={amountPaise === 0 ? words.notYetTitle : `${words.notYetTitle}: ${formatRupees(amountPaise)}`}
      actions={
        <LinkButton to={wayOf(code).to} size="medium">
          {wayOf(code).label}
        </LinkButton>
      }
    >
      {sentences[code]?.[language] ?? text}
    </Notice>
  ));
}
