import {
  KYC_REASONS,
  REJECTION_WORDS_MIN,
  VIDEO_REFUSALS,
  type AnswerOf,
  type getReview,
} from '@mohlat/contract';
import { useState } from 'react';
import { oneOf } from '../../lib/admin/list.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { parseRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { decide } from './reviews.data.ts';
import { useReviewsWords } from './reviews.words.ts';

interface VerdictDialogProps {
  readonly review: AnswerOf<typeof getReview>;
  readonly decision: 'approve' | 'reject';
  /** It is done: on to the next one. */
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

export function VerdictDialog(props: VerdictDialogProps) {
  return props.decision === 'approve' ? <ApproveDialog {...props} /> : <RejectDialog {...props} />;
}

function useDone({ decision, onDecided, onClose }: VerdictDialogProps): () => void {
  const words = useReviewsWords();
  return () => {
    toast.success(words.done[decision]);
    onClose();
    onDecided();
  };
}

/** An income may be less than what was typed: the document decides. */
function ApproveDialog(props: VerdictDialogProps) {
  const { review, onClose } = props;
  const words = useReviewsWords();
  const [income, setIncome] = useState('');
  const paise = income === '' ? undefined : parseRupees(income);
  const isIncome = review.kind === 'income';
  return (
    <ReasonDialog
      title={words.approveTitle}
      subject={review.name ?? undefined}
      text={words.approveText}
      confirm={words.approve}
      isReasonOptional
      reasonLabel={words.remark}
      draft={`review-approve:${review.id}`}
      reasonHint={words.remarkHint}
      problem={isIncome && income !== '' && !paise ? words.incomeWrong : undefined}
      fields={
        isIncome ? (
          <MoneyField
            label={words.income}
            hint={words.incomeHint}
            value={income}
            onChange={(event) => setIncome(event.currentTarget.value)}
          />
        ) : undefined
      }
      onSend={(reason) =>
        decide(review.id, {
          decision: 'approve',
          ...(reason === '' ? {} : { reason }),
          ...(isIncome && paise ? { verifiedIncomePaise: paise } : {}),
        })
      }
      onDone={useDone(props)}
      onClose={onClose}
    />
  );
}

function RejectDialog(props: VerdictDialogProps) {
  const { review, onClose } = props;
  const words = useReviewsWords();
  const { language } = useLanguage();
  const [code, setCode] = useState('');
  const reasonCode = oneOf(VIDEO_REFUSALS, code);
  return (
    <ReasonDialog
      title={words.rejectTitle}
      subject={review.name ?? undefined}
      text={words.rejectText}
      confirm={words.reject}
      isDanger
      isReasonOptional={reasonCode !== undefined}
      reasonMin={REJECTION_WORDS_MIN}
      reasonLabel={words.own}
      draft={`review-reject:${review.id}`}
      reasonHint={words.ownHint}
      fields={
        review.kind === 'video' ? (
          <Select
            label={words.reasonChoice}
            value={code}
            emptyLabel={words.reasonEmpty}
            options={VIDEO_REFUSALS.map((value) => ({ value, label: KYC_REASONS[value][language] }))}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : undefined
      }
      onSend={(reason) =>
        decide(review.id, {
          decision: 'reject',
          ...(reason === '' ? {} : { reason }),
          ...(reasonCode === undefined ? {} : { reasonCode }),
        })
      }
      onDone={useDone(props)}
      onClose={onClose}
    />
  );
}
