import type { Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { mostOf } from './part-limits.ts';
import { usePartWords } from './part.words.ts';
import { foreclosureQuery } from './repayments.data.ts';
import type { RepayState } from './use-repay.ts';

const PartDialog = lazy(() => import('./part-dialog.tsx').then((module) => ({ default: module.PartDialog })));

/** Paying a part early, beside closing early; left out while it cannot be done. */
export function PartCard({ payment, repay }: { readonly payment: Payment; readonly repay: RepayState }) {
  const words = usePartWords();
  const { data } = useQuery(foreclosureQuery(payment));
  const [isAsking, setIsAsking] = useState(false);
  const mostPaise = data && mostOf(payment, data.interestPaise, data.asOf);
  if (mostPaise === undefined) return null;
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
