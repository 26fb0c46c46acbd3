import {
  type AdminPayment,
  OUTCOME_EVIDENCE_MAX,
  OUTCOME_EVIDENCE_MIN,
  type PaymentAction,
} from '@mohlat/contract';
import type { ComponentProps } from 'react';
import { paymentSubject } from '../../lib/admin/payment-subject.ts';
import { ReasonDialog, WithSubject } from '../../lib/admin/reason-dialog.tsx';
import { useKeptText } from '../../lib/draft.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** The props of every dialog. */
export interface AskedProps {
  readonly id: string;
  readonly data: AdminPayment;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface ActionDialogProps extends Omit<
  ComponentProps<typeof ReasonDialog>,
  'title' | 'subject' | 'text' | 'draft'
> {
  /** The payment's. */
  readonly id: string;
  readonly data: AdminPayment;
  readonly action: PaymentAction;
}

/** Asks for one action by its name, saying on what it acts and what it does. */
export function ActionDialog({ id, data, action, ...dialog }: ActionDialogProps) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  return (
    <ReasonDialog
      title={words.action[action]}
      subject={paymentSubject(data, language)}
      text={words.actionText[action]}
      draft={`payment-${action}:${id}`}
      {...dialog}
    />
  );
}

interface NothingToDoProps extends Pick<AskedProps, 'data' | 'onClose'> {
  readonly action: PaymentAction;
  readonly text: string;
}

/** Says why an action has nothing to act on: no form that would be refused whatever stands in it. */
export function NothingToDo({ data, action, text, onClose }: NothingToDoProps) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const { close } = useGlossary();
  return (
    <Dialog
      onClose={onClose}
      title={words.action[action]}
      description={
        <WithSubject subject={paymentSubject(data, language)}>{words.actionText[action]}</WithSubject>
      }
      closeLabel={close}
      footer={
        <Button tone="secondary" onClick={onClose}>
          {close}
        </Button>
      }
    >
      <Notice tone="info">{text}</Notice>
    </Dialog>
  );
}

/**
 * The evidence of an outcome: its field, the typed text, and its line for the second person. As long as a reason is, it is
 * kept as one is; `onDone` forgets it.
 */
export function useEvidence(action: PaymentAction, { id, onDone }: Pick<AskedProps, 'id' | 'onDone'>) {
  const words = usePaymentsWords();
  const [typed, setTyped] = useKeptText(`payment-${action}-evidence:${id}`);
  const evidence = typed.trim();
  return {
    onDone: () => {
      setTyped('');
      onDone();
    },
    evidence,
    isMissing: evidence.length < OUTCOME_EVIDENCE_MIN,
    field: (
      <TextAreaField
        label={words.evidence}
        hint={words.evidenceHint}
        rows={3}
        maxLength={OUTCOME_EVIDENCE_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
    forSecond: { label: words.evidence, value: evidence || '—' },
  };
}
