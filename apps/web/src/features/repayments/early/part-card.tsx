import type { Payment } from '@mohlat/contract';
import { paise } from '@mohlat/money';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LoadingFace } from '../../../lib/faces.tsx';
import { today } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { againFrom, mostOf } from './part-limits.ts';
import { usePartWords } from './part.words.ts';
import { usePlanDates } from '../plan-dates.ts';
import { foreclosureQuery } from '../repayments.data.ts';
import type { RepayState } from '../repay/use-repay.ts';

const PartDialog = lazy(() => import('./part-dialog.tsx').then((module) => ({ default: module.PartDialog })));

/** Paying a part early, beside closing early. After an instalment paid ahead it says from when; else it is left out. */
export function PartCard({ payment, repay }: { readonly payment: Payment; readonly repay: RepayState }) {
  const words = usePartWords();
  const write = usePlanDates(payment);
  const { data, isPending, refetch } = useQuery(foreclosureQuery(payment));
  const [isAsking, setIsAsking] = useState(false);
  // The interest until today is not known yet; without it, the schedule tells whether there will be something to say.
  if (isPending && (mostOf(payment, paise(0), today()) ?? againFrom(payment, today())) !== undefined) {
    return (
      <Card title={words.title}>
        <LoadingFace onRetry={() => void refetch()}>
          <Skeleton />
          <Skeleton height="row" width="half" />
        </LoadingFace>
      </Card>
    );
  }
  const mostPaise = data && mostOf(payment, data.interestPaise, data.asOf);
  if (mostPaise === undefined) {
    const again = data && againFrom(payment, data.asOf);
    return again === undefined ? null : <Card title={words.title} description={words.again(write(again))} />;
  }
  return (
    <Card title={words.title} description={words.text}>
      <Button
        tone="secondary"
        size="medium"
        onClick={() => {
          repay.forgetProblem();
          setIsAsking(true);
        }}
      >
        {words.button}
      </Button>
      {isAsking ? (
        <Suspense>
          <PartDialog
            payment={payment}
            mostPaise={mostPaise}
            repay={repay}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
