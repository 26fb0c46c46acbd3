import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { accountChanged, removeFactor } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { useSetUpWords } from './set-up.words.ts';
import { useAuthText } from './use-auth-text.ts';
import { useSendOnce } from '../../lib/send-once.ts';

interface RemoveFactorProps {
  readonly what: 'app' | 'number' | 'passkey';
  readonly factorId: string;
  /** The name its owner gave it: of a passkey alone. */
  readonly name?: string | undefined;
  /** Whether the account has no other second step. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}

/** Asks twice: whether it is meant, and for the second factor, so that an open screen alone takes nothing away. */
export function RemoveFactorDialog({ what, factorId, name = '', isLast, onClose }: RemoveFactorProps) {
  const words = useSecurityWords();
  const { remove } = useSetUpWords();
  const textOf = useAuthText();
  const client = useQueryClient();
  const removal = useSendOnce({
    mutationFn: () => removeFactor(factorId),
    onSuccess: async () => {
      toast.success(remove[what].done);
      onClose();
      await accountChanged(client);
    },
  });
  return (
    <ConfirmDialog
      title={remove[what].ask(name)}
      text={isLast ? remove.textLast : remove[what].text}
      closeLabel={words.close}
      words={{ keep: words.cancel, confirm: words.remove, pending: words.removing, failed: words.failed }}
      isPending={removal.isPending}
      problem={textOf(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
