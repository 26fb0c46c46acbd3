import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText } from '../../lib/problem.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { TextButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { SentenceDialog } from './sentence-dialog.tsx';
import { takeSentenceBack, testimonialQuery } from './testimonials.data.ts';
import { useTestimonialsWords } from './testimonials.words.ts';

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
