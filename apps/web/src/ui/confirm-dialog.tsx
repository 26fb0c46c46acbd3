import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
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
    /** The heading over `problem`. */
    readonly failed: string;
  };
  readonly isPending: boolean;
  /** Why it was not done, in a sentence; undefined while nothing went wrong. */
  readonly problem: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asked before something is taken away. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, closeLabel, words, isPending, problem, onConfirm, onClose } = props;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      description={text}
      closeLabel={closeLabel}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {words.keep}
          </Button>
          <Button tone="danger" isPending={isPending} pendingText={words.pending} onClick={onConfirm}>
            {words.confirm}
          </Button>
        </>
      }
    >
      {problem === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}
