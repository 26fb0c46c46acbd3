import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useGlossary } from './glossary.ts';
import { useLanguage } from './i18n.tsx';
import { isLost } from './intent.ts';
import { errorText } from './problem.ts';
import { useSendOnce } from './send-once.ts';

interface RemovalDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  /** False where the person's own comes back to them. */
  readonly isDanger?: boolean;
  readonly words: Readonly<Record<'keep' | 'confirm' | 'removing' | 'removed' | 'failed', string>>;
  /** Asks for it; what is deleted is asked for with `removeOnce`. */
  readonly onRemove: () => Promise<unknown>;
  /** Reads again where it stood. */
  readonly onRemoved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asked before something the account keeps is taken away: it closes when the list is without it. */
export function RemovalDialog({ words, onRemove, onRemoved, onClose, ...dialog }: RemovalDialogProps) {
  const glossary = useGlossary();
  const { language } = useLanguage();
  const removal = useSendOnce({
    mutationFn: () => onRemove(),
    onSuccess: async () => {
      await onRemoved();
      toast.success(words.removed);
      onClose();
    },
    // It may be gone all the same, or stand otherwise than the person saw it.
    onError: () => void onRemoved(),
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
