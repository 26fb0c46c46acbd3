import { PAN_RETRY_COUNT_MAX, type Kyc } from '@mohlat/contract';
import { isPanShape } from '@mohlat/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import type { Language } from '../../lib/language.ts';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { meQuery } from '../../lib/queries.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { PanField } from '../../ui/typed-fields.tsx';
import { ConsentText } from './consent-text.tsx';
import { kycChanged, verifyPanNumber } from './kyc.data.ts';
import { useKycWords } from './kyc.words.ts';
import { NoDataError, withPanRetries } from './pan-retry.ts';
import { reasonText } from './reason-text.ts';
import { VerifyAgain } from './verify-again.tsx';
import { StepFrame } from './step-frame.tsx';
import { to, WRITE_TO_US } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

type PanWords = ReturnType<typeof useKycWords>['pan'];

interface PanStepProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onDone: () => void;
}

const PAN_ID = 'kyc-pan';
const NAME_REASONS = new Set<string | undefined>(['pan_name_mismatch', 'pan_name_rejected']);
const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

/** Why a check has not ended in `verified`, in the reader's language. */
function verdictText(verdict: Pick<Kyc['pan'], 'reason'>, language: Language, otherwise: string): string {
  return verdict.reason ? reasonText(verdict.reason, language) : otherwise;
}

/**
 * The check of a PAN; `stored` is how the last one ended, on this visit or an earlier one. `isAnew` where a verified PAN
 * is checked once more: then only this visit's answer counts.
 */
function usePanCheck(stored: Kyc['pan'], isAnew: boolean, onDone: () => void) {
  const words = useKycWords().pan;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(1);
  const whyNot = (error: Error) =>
    error instanceof NoDataError ? words.noData : errorText(error, language) || words.failed;
  const check = useSendOnce({
    mutationFn: (pan: string | undefined) => {
      toast.dismissAll();
      setAttempt(1);
      return withPanRetries({
        send: () => verifyPanNumber(pan),
        onRetry: (failed) => {
          toast.info(words.retrying(failed));
          setAttempt(failed + 1);
        },
        pause,
      });
    },
    onSuccess: async (answer) => {
      if (answer.status === 'verified') toast.success(words.success);
      if (answer.status === 'rejected') toast.error(verdictText(answer, language, words.failed));
      await kycChanged(client);
      if (answer.status === 'verified') onDone();
    },
    onError: (error) => toast.error(whyNot(error)),
  });
  // A person may have decided since this visit's answer: what is stored knows it.
  const verdict = isAnew || stored.status === 'not_started' ? (check.data ?? stored) : stored;
  const refusal = verdict.status === 'rejected' ? verdictText(verdict, language, words.failed) : undefined;
  return {
    check,
    attempt,
    failure: check.error ? whyNot(check.error) : check.isPending ? undefined : refusal,
    /** A person looks at it: neither verified nor refused. */
    review: verdict.status === 'pending' ? verdictText(verdict, language, words.review) : undefined,
    /** The profile can be wrong as well as the PAN. */
    isOtherName: refusal !== undefined && NAME_REASONS.has(verdict.reason?.code),
  };
}

function usePanForm(kyc: Kyc, onDone: () => void) {
  const words = useKycWords().pan;
  const [pan, setPan] = useState('');
  // Entered at onboarding: filled in as it may be shown, and asked for only where it is another one.
  const known = useQuery(meQuery).data?.profile.panMasked ?? undefined;
  const isKnown = pan === '' && known !== undefined;
  const [error, setError] = useState<string>();
  const [isAnew, setIsAnew] = useState(false);
  const checked = usePanCheck(kyc.pan, isAnew, onDone);
  const { check } = checked;
  const isVerified = kyc.pan.status === 'verified' && !isAnew;
  const submit = () => {
    if (isVerified) {
      onDone();
      return;
    }
    const wrong = isKnown ? undefined : panError(pan, words);
    setError(wrong);
    if (wrong === undefined) check.mutate(isKnown ? undefined : pan);
    else document.getElementById(PAN_ID)?.focus();
  };
  const change = (typed: string) => {
    setPan(typed);
    if (error !== undefined) setError(panError(typed, words));
  };
  const beginAnew = () => setIsAnew(true);
  return { ...checked, pan, known, error, change, submit, isVerified, beginAnew };
}

export function PanStep({ kyc, headingRef, onDone }: PanStepProps) {
  const all = useKycWords();
  const words = all.pan;
  const form = usePanForm(kyc, onDone);
  const { submit, isVerified, check, failure, review } = form;
  // With a document verified the name stands: the profile does not change it any more.
  const isLocked = kyc.pan.status === 'verified' || kyc.aadhaar.status === 'verified';
  const way = wayOut(form, isLocked, words);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <StepFrame
        title={words.title}
        intro={words.ready}
        headingRef={headingRef}
        failure={failure}
        failureActions={
          way && (
            <LinkButton to={way.to} size="medium" tone="secondary">
              {way.text}
            </LinkButton>
          )
        }
        back={
          <LinkButton to={to('/dashboard/profile')} tone="secondary">
            {all.previousStep}
          </LinkButton>
        }
        next={
          <Button type="submit" isPending={check.isPending} pendingText={words.verifying}>
            {all.continue}
          </Button>
        }
      >
        {review === undefined ? null : (
          <Notice tone="due" isLive title={all.pending}>
            {review}
          </Notice>
        )}
        {isVerified ? (
          <Notice
            tone="ok"
            title={`${all.verified} · ${kyc.pan.masked ?? ''}`}
            actions={kyc.pan.isDueAgain ? <VerifyAgain onPress={form.beginAnew} /> : undefined}
          >
            {kyc.pan.nameOnPan === null ? undefined : words.done(kyc.pan.nameOnPan)}
          </Notice>
        ) : (
          <>
            <PanEntry form={form} />
            <ConsentText purpose="pan_verification" />
          </>
        )}
      </StepFrame>
    </form>
  );
}

/** Where what stands in the way can be put right. */
function wayOut({ check, isOtherName }: ReturnType<typeof usePanForm>, isLocked: boolean, words: PanWords) {
  const needsProfile = check.error instanceof ProblemError && check.error.code === 'onboarding_incomplete';
  if (needsProfile) return { to: to('/onboarding'), text: words.profileFirst };
  if (!isOtherName || check.error || check.isPending) return undefined;
  return isLocked
    ? { to: WRITE_TO_US, text: words.writeToUs }
    : { to: to('/dashboard/profile', { query: { edit: 'name' } }), text: words.correctName };
}

function PanEntry({ form }: { readonly form: ReturnType<typeof usePanForm> }) {
  const words = useKycWords().pan;
  const { pan, known, error, change, check, attempt } = form;
  const [isTyping, setIsTyping] = useState(false);
  const isFilledIn = pan === '' && known !== undefined;
  return (
    <PanField
      id={PAN_ID}
      name="pan"
      label={words.label}
      placeholder={words.placeholder}
      hint={
        <>
          {isFilledIn ? <span className="block text-ink">{words.filledIn}</span> : null}
          <span className="block">{words.format}</span>
          {words.hint}
        </>
      }
      aside={check.isPending ? words.attempt(attempt, PAN_RETRY_COUNT_MAX + 1) : undefined}
      // The known PAN is masked, so focus clears it: a person can only type a whole new one.
      value={isFilledIn && !isTyping ? known : pan}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Rule: SPEC-5 PAN. Too short has its own sentence, and so has a wrong order of letters and digits. */
function panError(pan: string, words: PanWords): string | undefined {
  if (isPanShape(pan)) return undefined;
  return pan.length < 10 ? words.length : words.shape;
}
