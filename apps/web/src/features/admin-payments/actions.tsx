import type { AdminPayment, PaymentAction } from '@mohlat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminChanged } from '../../lib/admin/keys.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { DebitDialog } from './debit-dialog.tsx';
import { EndFreezeDialog } from './end-freeze-dialog.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { enquire } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';
import { PlainDialog, SettleDialog, WaiveDialog } from './loan-dialogs.tsx';

interface ActionsProps {
  readonly id: string;
  readonly data: AdminPayment;
}

/** Only what the server says may be done now, by this person. */
export function Actions({ id, data }: ActionsProps) {
  const words = usePaymentsWords();
  const [asked, setAsked] = useState<Exclude<PaymentAction, 'enquire'>>();
  const close = () => setAsked(undefined);
  const done = () => {
    toast.success(words.sent);
    close();
  };
  const dialog = { id, data, onDone: done, onClose: close };
  return (
    <Card title={words.actions}>
      {data.actions.length === 0 ? <p className="text-ink-2">{words.noActions}</p> : null}
      <ul className="flex flex-col gap-4">
        {data.actions.map((action) => (
          <li key={action} className="flex flex-col items-start gap-1">
            {action === 'enquire' ? (
              <Enquire id={id} />
            ) : (
              <Button tone="secondary" size="medium" onClick={() => setAsked(action)}>
                {words.action[action]}
              </Button>
            )}
            <p className="text-caption text-ink-3">{words.actionText[action]}</p>
          </li>
        ))}
      </ul>
      {asked === 'record_outcome' ? <OutcomeDialog {...dialog} /> : null}
      {asked === 'waive' ? <WaiveDialog {...dialog} /> : null}
      {asked === 'settle' ? <SettleDialog {...dialog} /> : null}
      {asked === 'record_debit' ? <DebitDialog {...dialog} /> : null}
      {asked === 'end_freeze' ? <EndFreezeDialog {...dialog} /> : null}
      {asked === 'write_off' || asked === 'refund_excess' ? <PlainDialog {...dialog} action={asked} /> : null}
    </Card>
  );
}

/** Asking concludes nothing, so it takes no reason. */
function Enquire({ id }: { readonly id: string }) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const asking = useMutation({
    mutationFn: () => enquire(id),
    onSuccess: () => void adminChanged(client),
  });
  return (
    <>
      <Button tone="secondary" size="medium" isPending={asking.isPending} onClick={() => asking.mutate()}>
        {words.action.enquire}
      </Button>
      {asking.isSuccess ? (
        <Notice tone="ok" isLive>
          {words.asked}
        </Notice>
      ) : null}
      {asking.isError ? <Notice isLive>{errorText(asking.error, language)}</Notice> : null}
    </>
  );
}
