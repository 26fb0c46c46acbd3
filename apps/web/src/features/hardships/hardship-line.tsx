import { getHardship } from '@mohlat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { call } from '../../lib/api.ts';
import { LoadingFace } from '../../lib/faces.tsx';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { TextButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useHardshipsWords } from './hardships.words.ts';

const hardshipQuery = (paymentId: string) =>
  queryOptions({
    queryKey: keys.hardship(paymentId),
    queryFn: ({ signal }) => call(getHardship, { params: { id: paymentId }, signal }),
  });

const HardshipDialog = lazy(() =>
  import('./hardship-dialog.tsx').then((module) => ({ default: module.HardshipDialog })),
);

/** Gives a person who cannot pay on time a quiet way to say so, and shows until when it counts. Rule: LEND-23 */
export function HardshipLine({ paymentId }: { readonly paymentId: string }) {
  const words = useHardshipsWords();
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

interface OverdueHelpProps {
  readonly paymentId: string;
  /** Threatens with charges. */
  readonly children?: ReactNode;
}

/** Charges are not threatened where they rest. Rule: LEND-23 */
export function OverdueHelp({ paymentId, children }: OverdueHelpProps) {
  const words = useHardshipsWords();
  const { language } = useLanguage();
  const { data, isPending, refetch } = useQuery(hardshipQuery(paymentId));
  if (isPending) {
    return (
      <LoadingFace onRetry={() => void refetch()}>
        <Skeleton />
        <Skeleton width="half" />
      </LoadingFace>
    );
  }
  const until = data?.hardship?.untilDate;
  return until === undefined ? children : <p>{words.untilThen(formatDate(until, language))}</p>;
}
