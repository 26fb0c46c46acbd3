import { TESTIMONIAL_LETTERS } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText } from '../../lib/problem.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { TextButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { takeSentenceBack, testimonialQuery, leaveSentence } from './testimonials.data.ts';
import { useTestimonialsWords } from './testimonials.words.ts';
import { useKeptText } from '../../lib/draft.ts';
import { Failed } from '../../lib/failed.tsx';
import { useGlossary } from '../../lib/glossary.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField } from '../../ui/field.tsx';

/** After the last rupee: a quiet way to say how it was, and to take it back. */
export function LeaveSentence({ paymentId }: { readonly paymentId: string }) {
  const words = useTestimonialsWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [isWriting, setIsWriting] = useState(false);
  const { data } = useQuery(testimonialQuery(paymentId));
  const takingBack = useSendOnce({
    mutationFn: () => takeSentenceBack(paymentId),
    onSuccess: () => {
      toast.success(words.takenBack, data?.given?.status === 'published' ? words.leavesSoon : undefined);
      return client.invalidateQueries({ queryKey: keys.testimonial(paymentId) });
    },
    onError: (error) => toast.error(words.failed, errorText(error, language)),
  });
  if (!data?.canGive) return null;
  if (data.given !== null)
    return (
      <figure className="mt-4 border-t border-line pt-3">
        <figcaption className="text-small text-ink-2">{words.yours}</figcaption>
        <blockquote>{data.given.quote}</blockquote>
        <p className="text-small text-ink-2">{words.status[data.given.status]}</p>
        <TextButton disabled={takingBack.isPending} onClick={() => takingBack.mutate()}>
          {words.takeBack}
        </TextButton>
      </figure>
    );
  return (
    <p className="mt-2">
      <TextButton onClick={() => setIsWriting(true)}>{words.ask}</TextButton>
      {isWriting ? <SentenceDialog paymentId={paymentId} onClose={() => setIsWriting(false)} /> : null}
    </p>
  );
}

const QUOTE_ID = 'sentence-quote';
const CONSENT_ID = 'sentence-consent';

interface SentenceDialogProps {
  readonly paymentId: string;
  readonly onClose: () => void;
}

/** Holds the typed sentence and the consent, checks them, and sends them. */
function useSentence({ paymentId, onClose }: SentenceDialogProps) {
  const words = useTestimonialsWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [quote, setQuote] = useKeptText(`sentence:${paymentId}`);
  const [mayPublish, setMayPublish] = useState(false);
  const sending = useSendOnce({
    mutationFn: () => leaveSentence(paymentId, quote.trim().replaceAll(/\s+/g, ' '), language),
    onSuccess: async () => {
      setQuote('');
      toast.success(words.left);
      await client.invalidateQueries({ queryKey: keys.testimonial(paymentId) });
      onClose();
    },
  });
  const quoteError = problemOf(quote.trim().length, words);
  const consentError = mayPublish ? undefined : words.missingConsent;
  const errors = [
    ...(quoteError === undefined ? [] : [{ fieldId: QUOTE_ID, message: quoteError }]),
    ...(consentError === undefined ? [] : [{ fieldId: CONSENT_ID, message: consentError }]),
  ];
  return { quote, setQuote, mayPublish, setMayPublish, sending, quoteError, consentError, errors };
}

function SentenceDialog({ paymentId, onClose }: SentenceDialogProps) {
  const words = useTestimonialsWords();
  const glossary = useGlossary();
  const sentence = useSentence({ paymentId, onClose });
  const { quote, setQuote, mayPublish, setMayPublish, sending, quoteError, consentError, errors } = sentence;
  const [attempt, setAttempt] = useState(0);
  const isShown = attempt > 0;
  return (
    <FormDialog
      title={words.title}
      description={words.text}
      closeLabel={glossary.close}
      cancel={glossary.back}
      submit={words.send}
      pending={words.sending}
      isPending={sending.isPending}
      onSubmit={() => {
        setAttempt(attempt + 1);
        if (errors.length === 0) sending.mutate();
      }}
      onClose={onClose}
    >
      <ErrorSummary title={glossary.thereIsAProblem} errors={isShown ? errors : []} attempt={attempt} />
      <Failed error={sending.error} title={words.failed} />
      <TextAreaField
        id={QUOTE_ID}
        label={words.label}
        hint={words.hint}
        value={quote}
        error={isShown ? quoteError : undefined}
        onChange={(event) => setQuote(event.currentTarget.value)}
      />
      <Checkbox
        id={CONSENT_ID}
        checked={mayPublish}
        error={isShown ? consentError : undefined}
        label={words.consent}
        onChange={(event) => setMayPublish(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}

function problemOf(letters: number, words: ReturnType<typeof useTestimonialsWords>): string | undefined {
  if (letters < TESTIMONIAL_LETTERS.min) return words.tooShort;
  return letters > TESTIMONIAL_LETTERS.max ? words.tooLong : undefined;
}
