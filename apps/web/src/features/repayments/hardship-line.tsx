import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { hardshipQuery } from '../../lib/queries.ts';
import { TextButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useHardshipWords } from './hardship.words.ts';

const HardshipDialog = lazy(() =>
  import('./hardship-dialog.tsx').then((module) => ({ default: module.HardshipDialog })),
);

/** For whoever cannot pay on time: a quiet way to say so, and until when it counts. Rule: LEND-23 */
export function HardshipLine({ paymentId }: { readonly paymentId: string }) {
  const words = useHardshipWords();
  const { language } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useQuery(hardshipQuery(paymentId));
  if (data?.hardship) {
    return (
      <div className="mt-4">
        <Notice title={words.lasting(formatDate(data.hardship.untilDate, language))}>{words.rests}</Notice>
      </div>
    );
  }
  if (!data?.canTell) return null;
  return (
    <p className="mt-2">
      <TextButton onClick={() => setIsAsking(true)}>{words.link}</TextButton>
      {isAsking ? (
        <Suspense>
          <HardshipDialog paymentId={paymentId} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}
