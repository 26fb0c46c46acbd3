import type { Repayment } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRupees } from '../../../lib/format.ts';
import { moneyChanged } from '../../../lib/keys.ts';
import { RemovalDialog } from '../../../lib/removal-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { askBack } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

/** Money of a repayment that waits for instalments to come, and the way to have it back until then. Rule: LEND-9 (EMI) */
export function PaidAhead({ item }: { readonly item: Repayment }) {
  const words = useRepaymentsWords().paidAhead;
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const paise = item.returnablePaise ?? 0;
  if (paise === 0 && !isAsking) return null;
  const amount = formatRupees(paise);
  return (
    <>
      <span className="text-small text-ink-2">{words.waits(amount)}</span>
      <Button tone="secondary" size="medium" onClick={() => setIsAsking(true)}>
        {words.button}
      </Button>
      {isAsking ? (
        <RemovalDialog
          title={words.ask(amount)}
          text={words.text}
          words={words.dialog}
          onRemove={() => askBack(item.id)}
          onRemoved={() => moneyChanged(client)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  );
}
