import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { accountChanged, removeFactor } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { useAuthText } from './use-auth-text.ts';
import { useSendOnce } from '../../lib/send-once.ts';

interface RemoveFactorProps {
  readonly factorId: string;
  readonly title: string;
  readonly text: string;
  /** The toast after the removal. */
  readonly done: string;
  readonly onClose: () => void;
}

/** Asks twice: whether it is meant, and for the second factor, so that an open screen alone takes nothing away. */
export function RemoveFactorDialog({ factorId, title, text, done, onClose }: RemoveFactorProps) {
  const words = useSecurityWords();
  const textOf = useAuthText();
  const client = useQueryClient();
  const removal = useSendOnce({
    mutationFn: () => removeFactor(factorId),
    onSuccess: async () => {
      toast.success(done);
      onClose();
      await accountChanged(client);
    },
  });
  return (
    <ConfirmDialog
      title={title}
      text={text}
      closeLabel={words.close}
      words={{ keep: words.cancel, confirm: words.remove, pending: words.removing, failed: words.failed }}
      isPending={removal.isPending}
      problem={textOf(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
