import type { AdminPayment, PaymentAction } from '@mohlat/contract';
import type { ComponentProps } from 'react';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** What each dialog is told. */
export interface AskedProps {
  readonly id: string;
  readonly data: AdminPayment;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface ActionDialogProps extends Omit<ComponentProps<typeof ReasonDialog>, 'title' | 'text'> {
  readonly action: PaymentAction;
}

/** Asks for one action by its name, saying what it does. */
export function ActionDialog({ action, ...dialog }: ActionDialogProps) {
  const words = usePaymentsWords();
  return <ReasonDialog title={words.action[action]} text={words.actionText[action]} {...dialog} />;
}
