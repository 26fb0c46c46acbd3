import type { Payment } from '@mohlat/contract';
import { lazy, Suspense, useState } from 'react';
import { formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useCancelWords } from './cancel.words.ts';
import type { RepayState } from './use-repay.ts';

const CancelDialog = lazy(() =>
  import('./cancel-dialog.tsx').then((module) => ({ default: module.CancelDialog })),
);

interface CancelCardProps {
  readonly payment: Payment;
  readonly repay: RepayState;
}

/** The way out while there is one: what it costs today, and until when. Rule: LEND-8 */
export function CancelCard({ payment, repay }: CancelCardProps) {
  const words = useCancelWords();
  const { language } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const { cancel } = payment;
  if (cancel === null) return null;
  return (
    <Card
      title={words.title}
      description={words.text(formatRupees(cancel.amountPaise), formatDate(cancel.until, language))}
      className="order-last lg:order-none"
    >
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
          <CancelDialog payment={payment} cancel={cancel} repay={repay} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
