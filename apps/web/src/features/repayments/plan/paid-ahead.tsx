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
  /** The dialog names what it was opened for until it closes. */
  const [askedPaise, setAskedPaise] = useState<number>();
  const paise = item.returnablePaise ?? 0;
  const refusal = item.returnRefusal ?? null;
  return (
    <>
      {refusal === null ? null : <span className="text-small text-ink-2">{words.stays[refusal]}</span>}
      {paise === 0 ? null : (
        <>
          <span className="text-small text-ink-2">
            {paise === item.amountPaise ? words.allWaits : words.waits(formatRupees(paise))}
          </span>
          <Button tone="secondary" size="medium" className="mt-1" onClick={() => setAskedPaise(paise)}>
            {words.button}
          </Button>
        </>
      )}
      {askedPaise === undefined ? null : (
        <RemovalDialog
          title={words.ask(formatRupees(askedPaise))}
          text={words.text}
          words={words.dialog}
          isDanger={false}
          onRemove={() => askBack(item.id)}
          onRemoved={() => moneyChanged(client)}
          onClose={() => setAskedPaise(undefined)}
        />
      )}
    </>
  );
}
