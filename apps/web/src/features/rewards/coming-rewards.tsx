import { useInfiniteQuery } from '@tanstack/react-query';
import { dateWriter } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { rewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';

/** Repaid in time and not given yet: silence until a day is closed would look like nothing. */
export function ComingRewards() {
  const allWords = useRewardsWords();
  const words = allWords.coming;
  const { language } = useLanguage();
  const coming = useInfiniteQuery(rewardsQuery).data?.pages[0]?.coming ?? [];
  if (coming.length === 0) return null;
  const write = dateWriter(
    coming.map(({ on }) => on),
    language,
  );
  return (
    <Card title={words.title} description={words.text} padding="flush">
      <ul className="ruled mt-2">
        {coming.map(({ paymentId, instalment, card, on, amountPaise }) => (
          <li key={`${paymentId} ${instalment}`} className="figure-line items-start px-4 py-3 md:px-5">
            <span className="flex flex-col">
              <span className="font-medium">{words.instalment(instalment)}</span>
              <span className="text-small text-ink-2">
                {allWords.history.card(card.bankName, card.last4)} · {words.after(write(on))}
              </span>
            </span>
            <Money paise={amountPaise} decimals="always" className="font-semibold" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
