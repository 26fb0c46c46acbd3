import type { Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { UnreadFace } from '../../../lib/faces.tsx';
import { formatRupees } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, FactList, type Fact } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { usePlanDates } from '../plan-dates.ts';
import { foreclosureQuery } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

interface CloseEarlyProps {
  readonly payment: Payment;
  readonly onClose: () => void;
}

/** The closing cost is shown, not asked for. */
export function CloseEarly({ payment, onClose }: CloseEarlyProps) {
  const words = useRepaymentsWords().plan;
  const write = usePlanDates(payment);
  const price = useQuery(foreclosureQuery(payment));
  const { data } = price;
  if (data === undefined) {
    return (
      <Card title={words.closeTitle}>
        <UnreadFace query={price} title={words.closeUnknown}>
          <Skeleton height="card" />
        </UnreadFace>
      </Card>
    );
  }
  const row = (label: string, paise: number): Fact[] =>
    paise === 0 ? [] : [{ label, value: <Money paise={paise} decimals="always" /> }];
  const total = formatRupees(data.totalPaise);
  const cancelSaves = payment.cancel === null ? 0 : data.totalPaise - payment.cancel.amountPaise;
  return (
    <Card title={words.closeTitle} description={words.closeText(total, write(data.asOf))}>
      <FactList
        facts={[
          ...row(words.principal, data.principalPaise),
          ...row(words.fee, data.feePaise),
          ...row(words.interest, data.interestPaise),
          ...row(words.charges, data.chargesPaise),
          ...row(words.advance, -data.advancePaise),
          { label: words.closeTotal, value: <Money paise={data.totalPaise} decimals="always" /> },
        ]}
      />
      <p className="mt-2 text-small text-ink-2">
        {data.savingPaise > 0 ? words.saves(formatRupees(data.savingPaise)) : words.savesNothing}
      </p>
      {cancelSaves > 0 ? (
        <p className="mt-2 text-small font-medium">{words.cancelLess(formatRupees(cancelSaves))}</p>
      ) : null}
      <Button tone="secondary" size="medium" className="mt-4" onClick={onClose}>
        {words.close(total)}
      </Button>
    </Card>
  );
}
