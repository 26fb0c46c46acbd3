import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { useRepaymentsWords } from './repayments.words.ts';

interface FrozenCardProps {
  readonly bankName: string;
  readonly since: string;
}

/** Why nothing is asked for, and what to look at meanwhile. Rule: LEND-X10 */
export function FrozenCard({ bankName, since }: FrozenCardProps) {
  const words = useRepaymentsWords().plan;
  const { language } = useLanguage();
  return (
    <Card>
      <p className="text-section font-semibold">{words.frozenTitle}</p>
      <p className="text-ink-2">{words.frozen(bankName, formatDate(since, language))}</p>
      <p className="mt-2 text-ink-2">{words.frozenCard}</p>
    </Card>
  );
}
