import { useQuery } from '@tanstack/react-query';
import { formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { scheduleQuery } from '../../lib/queries.ts';
import { TextLink } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useRewardsWords } from './rewards.words.ts';

interface ShareOfNextProps {
  /** The worth of the rewards that can be used now, in paise. */
  readonly availablePaise: number;
}

/** Tells what rewards are worth: a part of the next instalment. Nothing where there is none of either. */
export function ShareOfNext({ availablePaise }: ShareOfNextProps) {
  const words = useRewardsWords().share;
  const { language } = useLanguage();
  const [next] = useQuery(scheduleQuery).data?.items ?? [];
  if (next === undefined || availablePaise === 0) return null;
  const paidPaise = Math.min(availablePaise, next.duePaise);
  const percent = Math.floor((paidPaise * 100) / next.duePaise);
  return (
    <section aria-labelledby="share-of-next" className="mt-4 flex max-w-form flex-col gap-1">
      <h2 id="share-of-next" className="text-small text-ink-2">
        {words.question}
      </h2>
      <Progress
        label={words.answer(
          formatRupees(paidPaise),
          formatRupees(next.duePaise),
          formatDate(next.dueDate, language),
        )}
        value={paidPaise}
        max={next.duePaise}
        aside={percent === 0 ? words.little : `${percent} %`}
      />
      <TextLink to={`/dashboard/payments/${next.paymentId}?repay=next`} className="self-start">
        {words.use}
      </TextLink>
    </section>
  );
}
