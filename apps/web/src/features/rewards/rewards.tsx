import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { askedDebit } from '../../lib/autopay.ts';
import { LoadingFace } from '../../lib/faces.tsx';
import { formatDate, formatRupees, dateWriter } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Part } from '../../lib/parts.tsx';
import { allPaymentsQuery, mandatesQuery, scheduleQuery } from '../../lib/queries.ts';
import { TextLink } from '../../ui/button.tsx';
import { PageHeader, Card } from '../../ui/card.tsx';
import { Figure, Money } from '../../ui/money.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { RewardHistory } from './reward-history.tsx';
import { chooseRewards } from './reward-choice.ts';
import { rewardsQuery, usableRewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';
import { to } from '../../lib/addresses.ts';

export function Component() {
  const words = useRewardsWords();
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      <Figures />
      <div className="mt-4 grid items-start gap-4 lg:mt-6 lg:grid-cols-2 lg:gap-6">
        <div className="flex flex-col gap-4 lg:gap-6">
          <ComingRewards />
          <RewardHistory />
        </div>
        <div className="flex flex-col gap-4 max-lg:order-first lg:gap-6">
          <Part at="rewards.beside" given={{}} fallback={<CardOnItsWay />} />
        </div>
      </div>
    </>
  );
}

function Figures() {
  const words = useRewardsWords();
  const rewards = useInfiniteQuery(rewardsQuery);
  const available = rewards.data?.pages[0]?.availablePaise;
  return (
    <>
      <dl className="grid grid-cols-links gap-3 lg:gap-6">
        <Figure label={words.available} paise={available} note={words.availableNote} />
        <Part at="rewards.figure" given={{}} fallback={<Skeleton height="card" />} />
      </dl>
      <ShareOfNext />
    </>
  );
}

function CardOnItsWay() {
  return (
    <LoadingFace>
      <Skeleton height="card" />
    </LoadingFace>
  );
}

/**
 * The first instalment that rewards can go into; undefined until all that speaks against one is read. An agreed sum is paid in money,
 * and what a bank was asked for would be paid twice.
 */
function useNextPayable() {
  const due = useQuery(scheduleQuery).data?.items ?? [];
  const enabled = due.length > 0;
  const payments = useQuery({ ...allPaymentsQuery, enabled }).data?.items ?? [];
  const mandates = useQuery({ ...mandatesQuery, enabled }).data?.items;
  if (mandates === undefined) return undefined;
  return due.find(({ paymentId }) => {
    const payment = payments.find(({ id }) => id === paymentId);
    return payment?.settlement === null && askedDebit(paymentId, mandates) === undefined;
  });
}

/** Tells what rewards are worth: a part of the next instalment, by the choice its repayment offers. Nothing where none fits in. */
function ShareOfNext() {
  const words = useRewardsWords().share;
  const { language } = useLanguage();
  const next = useNextPayable();
  const usable = useQuery(usableRewardsQuery).data?.items ?? [];
  const paidPaise = next === undefined ? 0 : chooseRewards(usable, next.duePaise).paise;
  if (next === undefined || paidPaise === 0) return null;
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
        aside={percent === 0 ? words.little : `${percent}%`}
      />
      <TextLink
        to={to('/dashboard/payments/:id', { id: next.paymentId, query: { repay: 'next' } })}
        className="self-start"
      >
        {words.use}
      </TextLink>
    </section>
  );
}

/** Repaid in time and not given yet: silence until a day is closed would look like nothing. */
function ComingRewards() {
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
