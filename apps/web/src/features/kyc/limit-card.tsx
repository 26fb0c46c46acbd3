import type { AnswerOf, assessCredit } from '@mohlat/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { meQuery } from '../../lib/queries.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { assess, kycChanged } from './kyc.data.ts';
import { useKycWords } from './kyc.words.ts';
import { translatedReason } from './limit-reason.ts';

type Assessment = Pick<AnswerOf<typeof assessCredit>, 'limitPaise' | 'score' | 'reasons'>;

/** The limit a person already has, in the form an assessment answers. */
function useKnownLimit(): Assessment | undefined {
  const { data: me } = useQuery(meQuery);
  return me?.credit ?? undefined;
}

/** The limit does not wait for the video: consent, question, answer. */
export function LimitCard() {
  const words = useKycWords().limit;
  const { language } = useLanguage();
  const client = useQueryClient();
  const known = useKnownLimit();
  const assessment = useMutation({ mutationFn: assess, onSuccess: () => kycChanged(client) });
  const result = assessment.data ?? known;
  const { error } = assessment;
  const needsMobile = error instanceof ProblemError && error.code === 'mobile_required';
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        {error ? (
          <Notice
            tone="bad"
            isLive
            actions={
              needsMobile ? (
                <LinkButton to="/dashboard/profile?edit=phone" size="medium" tone="secondary">
                  {words.addMobile}
                </LinkButton>
              ) : undefined
            }
          >
            {errorText(error, language)}
          </Notice>
        ) : null}
        {result ? (
          <LimitResult result={result} />
        ) : (
          <ConsentBox isPending={assessment.isPending} onAgree={() => assessment.mutate()} />
        )}
      </div>
    </Card>
  );
}

interface ConsentBoxProps {
  readonly isPending: boolean;
  readonly onAgree: () => void;
}

function ConsentBox({ isPending, onAgree }: ConsentBoxProps) {
  const words = useKycWords().limit;
  const [isAgreed, setIsAgreed] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <div className="flex flex-col gap-3">
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
  const words = all.limit;
  const isApproved = result.limitPaise > 0;
  return (
    <div role="status" className="flex flex-col gap-3">
      <div>
        {isApproved ? null : <p className="font-semibold">{words.declined}</p>}
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
