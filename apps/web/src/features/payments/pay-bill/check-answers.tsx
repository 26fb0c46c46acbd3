import type { ReactNode } from 'react';
import { CardChip } from '../../../lib/card-face.tsx';
import { cardLabel, formatDate } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { TextButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import type { PickedCard } from './pay-draft.ts';
import { usePaymentsWords } from '../payments.words.ts';

interface CheckAnswersProps {
  readonly card: PickedCard;
  readonly amountPaise: number;
  readonly dueDate: string;
  /** Undefined where the answers stand. */
  readonly onChangeCard: (() => void) | undefined;
  readonly onChangeAmount: (() => void) | undefined;
}

/** Lists the answers, each with its own way back while it can be changed. */
export function CheckAnswers({
  card,
  amountPaise,
  dueDate,
  onChangeCard,
  onChangeAmount,
}: CheckAnswersProps) {
  const words = usePaymentsWords().confirm;
  const { language } = useLanguage();
  return (
    <ul className="ruled rounded-card border border-line bg-surface px-4">
      <Answer label={words.to} onChange={onChangeCard}>
        <span className="flex items-center gap-2">
          <CardChip bankName={card.bankName} />
          {cardLabel(card.bankName, card.last4)}
        </span>
      </Answer>
      <Answer label={words.amount} onChange={onChangeAmount}>
        <Money paise={amountPaise} className="text-title" />
        {dueDate === '' ? null : (
          <span className="block text-small font-normal text-ink-2">
            {words.billDue} {formatDate(dueDate, language)}
          </span>
        )}
      </Answer>
    </ul>
  );
}

interface AnswerProps {
  readonly label: string;
  readonly onChange: (() => void) | undefined;
  readonly children: ReactNode;
}

function Answer({ label, onChange, children }: AnswerProps) {
  const glossary = useGlossary();
  return (
    <li className="figure-line items-center py-2">
      <div>
        <p className="text-caption text-ink-3">{label}</p>
        <div className="font-semibold">{children}</div>
      </div>
      {onChange === undefined ? null : (
        <TextButton onClick={onChange} aria-label={`${glossary.change}: ${label}`}>
          {glossary.change}
        </TextButton>
      )}
    </li>
  );
}
