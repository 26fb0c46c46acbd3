import type { AnswerOf, assessCredit, Kyc } from '@mohlat/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { meQuery } from '../../lib/queries.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { assess, kycChanged } from './kyc.data.ts';
import { useKycWords } from './kyc.words.ts';
import { translatedReason } from './limit-reason.ts';
import { StepFrame } from './step-frame.tsx';

interface VideoStepProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
}

type Assessment = Pick<AnswerOf<typeof assessCredit>, 'limitPaise' | 'score' | 'reasons'>;

/** The limit a person already has, in the form an assessment answers. */
function useKnownLimit(): Assessment | undefined {
  const { data: me } = useQuery(meQuery);
  return me?.credit ?? undefined;
}

/** The video itself comes later, and the page says so; what can be done today is the consent and the limit. */
export function VideoStep({ kyc, headingRef, onBack }: VideoStepProps) {
  const all = useKycWords();
  const words = all.video;
  const { language } = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const known = useKnownLimit();
  const assessment = useMutation({ mutationFn: assess, onSuccess: () => kycChanged(client) });
  const result = assessment.data ?? known;
  const needsMobile = assessment.error instanceof ProblemError && assessment.error.code === 'mobile_required';
  const state = kyc.video.status;
  return (
    <StepFrame
      title={words.title}
      intro={state === 'verified' ? words.success : state === 'pending' ? words.inReview : words.comesLater}
      headingRef={headingRef}
      failure={assessment.error ? errorText(assessment.error, language) : undefined}
      failureActions={
        needsMobile ? (
          <LinkButton to="/dashboard/profile?edit=phone" size="medium" tone="secondary">
            {words.addMobile}
          </LinkButton>
        ) : undefined
      }
      back={
        <Button tone="secondary" onClick={onBack}>
          {all.previousStep}
        </Button>
      }
      next={
        <Button tone={result ? 'primary' : 'secondary'} onClick={() => void navigate('/dashboard')}>
          {all.complete}
        </Button>
      }
    >
      {result ? (
        <LimitResult result={result} />
      ) : kyc.isComplete ? (
        <ConsentBox isPending={assessment.isPending} onAgree={() => assessment.mutate()} />
      ) : (
        <Notice>{words.identityFirst}</Notice>
      )}
    </StepFrame>
  );
}

interface ConsentBoxProps {
  readonly isPending: boolean;
  readonly onAgree: () => void;
}

function ConsentBox({ isPending, onAgree }: ConsentBoxProps) {
  const words = useKycWords().video;
  const [isAgreed, setIsAgreed] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <h3 className="text-section font-semibold">{words.limitTitle}</h3>
      <Checkbox
        label={words.consent}
        hint={words.consentNote}
        error={error}
        checked={isAgreed}
        onChange={(event) => {
          setIsAgreed(event.currentTarget.checked);
          setError(undefined);
        }}
      />
      <Button
        isPending={isPending}
        pendingText={words.assessing}
        onClick={() => {
          if (isAgreed) onAgree();
          else setError(words.consentNeeded);
        }}
      >
        {words.assess}
      </Button>
    </div>
  );
}

/** The limit with its reasons; a refusal says why in the same place. */
function LimitResult({ result }: { readonly result: Assessment }) {
  const all = useKycWords();
  const words = all.video;
  const isApproved = result.limitPaise > 0;
  return (
    <div role="status" className="flex flex-col gap-3 rounded-card border border-line p-4">
      <div>
        <h3 className="text-section font-semibold">{isApproved ? words.approved : words.declined}</h3>
        {isApproved ? <Money paise={result.limitPaise} size="hero" /> : <p>{words.declinedText}</p>}
        <p className="text-small text-ink-2">
          {words.score}: {result.score ?? words.noScore}
        </p>
      </div>
      {result.reasons.length === 0 ? null : (
        <div>
          {isApproved ? <p className="text-small font-medium">{words.reasons}</p> : null}
          <ul className="list-disc pl-5 text-small text-ink-2">
            {result.reasons.map((reason) => {
              const translated = translatedReason(reason, all.limitReasons);
              return (
                <li key={reason.code} lang={translated === undefined ? 'en' : undefined}>
                  {translated ?? reason.text}
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {isApproved ? (
        <LinkButton to="/dashboard/pay-bill" size="medium" className="self-start">
          {words.payBill}
        </LinkButton>
      ) : null}
    </div>
  );
}
