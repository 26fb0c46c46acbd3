import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useGlossary } from './glossary.ts';
import { useLanguage } from './i18n.tsx';
import { isLost } from './intent.ts';
import { errorText, ProblemError } from './problem.ts';
import { useSendOnce } from './send-once.ts';

interface RemovalDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  /** False where the person's own comes back to them. */
  readonly isDanger?: boolean;
  readonly words: Readonly<Record<'keep' | 'confirm' | 'removing' | 'removed' | 'failed', string>>;
  readonly onRemove: () => Promise<unknown>;
  /** Reads again where it stood. */
  readonly onRemoved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Where an answer was lost, a second press finds what the first one took away: it is as gone as was asked. */
async function removeOnce(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 404)) throw error;
  }
}

/** Asked before something the account keeps is taken away: it closes when the list is without it. */
export function RemovalDialog({ words, onRemove, onRemoved, onClose, ...dialog }: RemovalDialogProps) {
  const glossary = useGlossary();
  const { language } = useLanguage();
  const removal = useSendOnce({
    mutationFn: () => removeOnce(onRemove),
    onSuccess: async () => {
      await onRemoved();
      toast.success(words.removed);
      onClose();
    },
    // It may be gone all the same, or stand otherwise than the person saw it.
    onError: () => onRemoved(),
  });
  return (
    <ConfirmDialog
      {...dialog}
      closeLabel={glossary.close}
      words={{
        ...words,
        pending: words.removing,
        failed: isLost(removal.error) ? undefined : words.failed,
      }}
      isPending={removal.isPending}
      problem={removal.error ? errorText(removal.error, language) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
