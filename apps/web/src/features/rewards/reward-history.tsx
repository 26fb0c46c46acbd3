import type { Reward } from '@mohlat/contract';
import { addDays, businessDate } from '@mohlat/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatDateWithYear, formatRupees, istDateOf, today } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LedgerRow, StatusLine } from '../../ui/ledger-row.tsx';
import { MoreButton } from '../../lib/more-button.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import type { StatusTone } from '../../ui/status.tsx';
import { rewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';
import { to } from '../../lib/addresses.ts';

export function RewardHistory() {
  const words = useRewardsWords().history;
  const terms = useInfiniteQuery(rewardsQuery).data?.pages[0]?.terms;
  return (
    <Card
      title={words.title}
      description={
        terms === undefined || terms.cashbackBps === 0
          ? undefined
          : words.how(String(terms.cashbackBps / 100), formatRupees(terms.monthlyMaxPaise))
      }
      padding="flush"
    >
      <Body />
    </Card>
  );
}

function Body() {
  const words = useRewardsWords().history;
  const rewards = useInfiniteQuery(rewardsQuery);
  const rows = rewards.data?.pages.flatMap((page) => page.items) ?? [];
  if (rewards.isPending) {
    return (
      <div className="p-4 md:p-5">
        <LoadingFace onRetry={() => void rewards.refetch()}>
          <p className="text-ink-2">{words.loading}</p>
          <Skeleton height="row" />
          <Skeleton height="row" />
        </LoadingFace>
      </div>
    );
  }
  if (rewards.isError && rows.length === 0) {
    return (
      <div className="p-4">
        <p className="sr-only">{words.failed}</p>
        <ErrorFace error={rewards.error} onRetry={() => void rewards.refetch()} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <Empty
        title={words.empty}
        action={
          <LinkButton to={to('/dashboard/pay-bill')} tone="secondary" size="medium">
            {words.payBill}
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      <ul className="ruled mt-2">
        {rows.map((row) => (
          <RewardRow key={row.id} reward={row} />
        ))}
      </ul>
      {rewards.hasNextPage ? (
        <div className="border-t border-line p-4">
          <MoreButton list={rewards} />
        </div>
      ) : null}
    </>
  );
}

type ShownState = 'available' | 'held' | 'disputed' | 'used' | 'expired' | 'clawed_back';

const TONES: Record<ShownState, StatusTone> = {
  available: 'ok',
  held: 'neutral',
  disputed: 'neutral',
  used: 'neutral',
  expired: 'neutral',
  clawed_back: 'due',
};

/** The day before it expires: on that day it can no longer be used. */
const lastUsableDay = ({ expiresOn }: Reward) => addDays(businessDate(expiresOn), -1);

function RewardRow({ reward }: { readonly reward: Reward }) {
  const words = useRewardsWords().history;
  const { language } = useLanguage();
  const state = stateOf(reward);
  return (
    <li className="px-4 py-3 md:px-5">
      <LedgerRow
        title={sourceOf(reward, words)}
        amountPaise={reward.amountPaise}
        status={
          <span className="flex flex-wrap items-baseline gap-x-2 text-small text-ink-2">
            <StatusLine tone={TONES[state]}>{words.states[state]}</StatusLine>
            {state === 'available' ? words.until(formatDateWithYear(lastUsableDay(reward), language)) : null}
            {state === 'held' ? words.from(formatDateWithYear(reward.usableFrom!, language)) : null}
          </span>
        }
        date={formatDateWithYear(istDateOf(reward.earnedAt), language)}
        {...(reward.card === null ? {} : { more: words.card(reward.card.bankName, reward.card.last4) })}
      />
    </li>
  );
}

/** On hold while a repayment behind it is disputed; on its way until its first day. */
function stateOf({ isUsed, state, usableFrom, isDisputed }: Reward): ShownState {
  if (isUsed) return 'used';
  if (state === 'available' && isDisputed === true) return 'disputed';
  return state === 'available' && usableFrom && usableFrom > today() ? 'held' : state;
}

function sourceOf(reward: Reward, words: ReturnType<typeof useRewardsWords>['history']): string {
  if (reward.kind === 'referral') return words.referral;
  return reward.kind === 'returned' ? words.returned : words.cashback(reward.instalment ?? 1);
}
