import { type Credit, CONSENTS } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading } from '../../ui/take-focus.ts';
import { toast } from '../../ui/toast.tsx';
import { assess, creditChanged } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

/** Rule: LEND-P1. The bureau is asked with consent, each time again. */
export function AskCard({ credit }: { readonly credit: Credit }) {
  const { ask: words, noLimitText, refresh } = useCreditWords();
  const isFirst = credit.assessment === null;
  const again = credit.isReportStale ? refresh : words.again;
  return (
    <Card title={isFirst ? words.title : again} description={isFirst ? noLimitText : words.againText}>
      {credit.estimatePaise === null || isFirst ? null : (
        <p className="mb-2 font-medium">{words.estimate(formatRupees(credit.estimatePaise))}</p>
      )}
      <AskForm credit={credit} />
    </Card>
  );
}

function AskForm({ credit }: { readonly credit: Credit }) {
  const { ask: words, refresh } = useCreditWords();
  const { language } = useLanguage();
  const [isAgreed, setIsAgreed] = useState(false);
  const [error, setError] = useState<string>();
  const consent = useRef<HTMLInputElement>(null);
  const assessment = useAssessment(credit, () => setIsAgreed(false));
  const isFirst = credit.assessment === null;
  return (
    <div className="flex flex-col gap-3">
      {assessment.error ? <AskFailure error={assessment.error} /> : null}
      <Checkbox
        ref={consent}
        label={CONSENTS.bureau_pull.wording[language]}
        hint={words.note}
        error={error}
        checked={isAgreed}
        onChange={(event) => {
          setIsAgreed(event.currentTarget.checked);
          setError(undefined);
        }}
      />
      <Button
        tone={isFirst || credit.isReportStale ? 'primary' : 'secondary'}
        className="md:self-start"
        isPending={assessment.isPending}
        pendingText={words.pending}
        onClick={() => {
          setError(isAgreed ? undefined : words.consentNeeded);
          if (isAgreed) assessment.mutate();
          else consent.current?.focus();
        }}
      >
        {isFirst ? words.press : credit.isReportStale ? refresh : words.pressAgain}
      </Button>
    </div>
  );
}

/** An offer and a first refusal have a place of their own on the page; what changed nothing, or less, is said here. */
function useAssessment(credit: Credit, onDone: () => void) {
  const words = useCreditWords().ask;
  const client = useQueryClient();
  return useSendOnce({
    mutationFn: assess,
    onSuccess: async (answer) => {
      onDone();
      await creditChanged(client);
      if (answer.status === 'declined' && credit.assessment?.status === 'declined')
        toast.info(words.stillDeclined);
      if (answer.offer !== null) focusHeading();
      if (answer.status === 'declined' || answer.offer !== null) return;
      if (answer.limitPaise < credit.limitPaise)
        toast.success(words.lowered(formatRupees(answer.limitPaise)));
      else toast.success(words.same);
    },
  });
}

function AskFailure({ error }: { readonly error: unknown }) {
  const words = useCreditWords().ask;
  const { language } = useLanguage();
  const code = error instanceof ProblemError ? error.code : undefined;
  const lacks =
    code === 'mobile_required'
      ? { edit: 'phone', text: words.addMobile }
      : code === 'pincode_required'
        ? { edit: 'address', text: words.addPincode }
        : undefined;
  return (
    <Notice
      tone="bad"
      isLive
      actions={
        lacks ? (
          <LinkButton
            to={to('/dashboard/profile', { query: { edit: lacks.edit } })}
            size="medium"
            tone="secondary"
          >
            {lacks.text}
          </LinkButton>
        ) : undefined
      }
    >
      {errorText(error, language)}
    </Notice>
  );
}
