import { CHARGEBACK_SUMMARY_MAX, type ChargebackDetail } from '@mohlat/contract';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { cardLabel, formatRupees } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';
import { accept, represent } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';

const STEPS = ['represent', 'accept'] as const;
type Step = (typeof STEPS)[number];

interface ChargebackAnswerProps {
  readonly chargeback: ChargebackDetail;
}

/** The answer to the bank: one person may say that the money is ours; two people send it back. */
export function ChargebackAnswer({ chargeback }: ChargebackAnswerProps) {
  const words = useReconciliationWords();
  const [asked, setAsked] = useState<Step>();
  const steps = STEPS.filter((step) => chargeback.allowed.includes(step));
  if (steps.length === 0) return null;
  const texts: Record<Step, string> = { represent: words.representText, accept: words.acceptText };
  const close = () => setAsked(undefined);
  return (
    <Card title={words.answerIt}>
      {chargeback.evidence.length === 0 && chargeback.allowed.includes('add_evidence') ? (
        <p className="mb-4 text-ink-2">{words.evidenceFirst}</p>
      ) : null}
      <ul className="flex flex-col gap-4">
        {steps.map((step) => (
          <li key={step} className="flex flex-col items-start gap-1">
            <Button
              tone={step === 'accept' ? 'danger' : 'secondary'}
              size="medium"
              onClick={() => setAsked(step)}
            >
              {words[step]}
            </Button>
            <p className="text-caption text-ink-3">{texts[step]}</p>
          </li>
        ))}
      </ul>
      {asked === 'represent' ? <RepresentDialog chargeback={chargeback} onClose={close} /> : null}
      {asked === 'accept' ? <AcceptDialog chargeback={chargeback} onClose={close} /> : null}
    </Card>
  );
}

const subjectOf = ({ account, card }: ChargebackDetail): string =>
  [account.name, cardLabel(card.bankName, card.last4)].filter(Boolean).join(' · ');

interface DialogProps extends ChargebackAnswerProps {
  readonly onClose: () => void;
}

function RepresentDialog({ chargeback, onClose }: DialogProps) {
  const words = useReconciliationWords();
  return (
    <ReasonDialog
      title={`${words.represent}: ${formatRupees(chargeback.amountPaise)}`}
      subject={subjectOf(chargeback)}
      text={words.representText}
      confirm={words.represent}
      reasonLabel={words.story}
      draft={`chargeback-story:${chargeback.id}`}
      reasonHint={words.storyHint}
      reasonMin={20}
      reasonMax={CHARGEBACK_SUMMARY_MAX}
      reasonMissing={words.storyMissing}
      onSend={(summary) => represent(chargeback.id, { summary })}
      onDone={() => {
        toast.success(words.represented);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function AcceptDialog({ chargeback, onClose }: DialogProps) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  return (
    <ReasonDialog
      title={`${words.accept}: ${formatRupees(chargeback.amountPaise)}`}
      subject={subjectOf(chargeback)}
      text={words.acceptText}
      confirm={words.accept}
      isDanger
      draft={`chargeback-acceptance:${chargeback.id}`}
      forSecond={[
        { label: words.disputed, value: formatRupees(chargeback.amountPaise) },
        { label: words.reference, value: chargeback.disputeRef },
        { label: words.outstanding, value: formatRupees(chargeback.outstandingPaise) },
      ]}
      onSend={(reason) => accept(chargeback.id, { reason })}
      onDone={() => {
        toast.success(common.proposed);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
