import type { ReactNode } from 'react';
import { FormDialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmDialogProps {
  /** The question. */
  readonly title: ReactNode;
  /** The effect of a yes, and the things that it does not change. */
  readonly text: ReactNode;
  readonly closeLabel: string;
  readonly words: {
    readonly keep: string;
    readonly confirm: string;
    readonly pending: string;
    /** The heading over `problem`; none where it is not known whether it was done. */
    readonly failed: string | undefined;
  };
  readonly isPending: boolean;
  /** False where nothing is lost by a yes. */
  readonly isDanger?: boolean;
  /** Why it was not done, in a sentence; undefined while nothing went wrong. */
  readonly problem: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asked before something is taken away. */
export function ConfirmDialog({
  text,
  words,
  problem,
  isDanger = true,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <FormDialog
      {...dialog}
      description={text}
      cancel={words.keep}
      submit={words.confirm}
      pending={words.pending}
      isDanger={isDanger}
      onSubmit={onConfirm}
    >
      {problem === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {problem}
        </Notice>
      )}
    </FormDialog>
  );
}
