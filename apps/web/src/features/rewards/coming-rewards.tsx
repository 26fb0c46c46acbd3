import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { dateWriter, maskedCardLabel, today } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { allPaymentsQuery } from '../../lib/queries.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { comingRewards } from './coming.ts';
import { rewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';

/** Repaid in time and not given yet: silence until a day is closed would look like nothing. */
export function ComingRewards() {
  const words = useRewardsWords().coming;
  const { language } = useLanguage();
  const payments = useQuery(allPaymentsQuery);
  const rewards = useInfiniteQuery(rewardsQuery);
  const [first] = rewards.data?.pages ?? [];
  if (payments.data === undefined || first === undefined) return null;
  const given = rewards.data?.pages.flatMap((page) => page.items) ?? [];
  const coming = comingRewards(payments.data.items, given, first.terms, today());
  if (coming.length === 0) return null;
  const write = dateWriter(
    coming.map(({ on }) => on),
    language,
  );
  return (
    <Card title={words.title} description={words.text} padding="flush">
      <ul className="ruled mt-2">
        {coming.map(({ payment, instalment, on, amountPaise }) => (
          <li key={`${payment.id} ${instalment}`} className="figure-line items-start px-4 py-3 md:px-5">
            <span className="flex flex-col">
              <span className="font-medium">{words.instalment(instalment)}</span>
              <span className="text-small text-ink-2">
                {maskedCardLabel(payment.bankName, payment.cardMasked)} · {words.after(write(on))}
              </span>
            </span>
            <Money paise={amountPaise} decimals="always" className="font-semibold" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
