import { ActionDialog, type AskedProps } from './action-dialog.tsx';
import { endFreeze } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';

/** The difference that the rail's word opened is closed as agreed: the bill does not come back. */
export function EndFreezeDialog({ data: { breaks }, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const returned = breaks.find(({ kind, isOpen }) => kind === 'returned' && isOpen);
  return (
    <ActionDialog
      {...dialog}
      action="end_freeze"
      reasonLabel={words.howYouKnow}
      reasonHint={words.howYouKnowHint}
      problem={returned === undefined ? words.missing : undefined}
      onSend={(note) => endFreeze(returned?.id ?? '', note)}
    />
  );
}
