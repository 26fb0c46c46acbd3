import type { Reward } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorFace } from '../../lib/faces.tsx';
import { formatDate, formatRupees, istDateOf, today } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { StatusTag, type StatusTone } from '../../ui/status.tsx';
import { rewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';

export function RewardHistory() {
  const words = useRewardsWords().history;
  const terms = useInfiniteQuery(rewardsQuery).data?.pages[0]?.terms;
  return (
    <Card
      title={words.title}
      description={
        terms === undefined
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
      <div aria-busy="true" className="flex flex-col gap-3 p-4 md:p-5">
        <p role="status" className="text-ink-2">
          {words.loading}
        </p>
        <Skeleton height="row" />
        <Skeleton height="row" />
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
          <LinkButton to="/dashboard/pay-bill" tone="secondary" size="medium">
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
          <Button
            tone="secondary"
            size="medium"
            isPending={rewards.isFetchingNextPage}
            pendingText={words.morePending}
            onClick={() => void rewards.fetchNextPage()}
          >
            {words.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type ShownState = 'available' | 'held' | 'used' | 'expired' | 'clawed_back';

const TONES: Record<ShownState, StatusTone> = {
  available: 'ok',
  held: 'neutral',
  used: 'neutral',
  expired: 'neutral',
  clawed_back: 'due',
};

function RewardRow({ reward }: { readonly reward: Reward }) {
  const words = useRewardsWords().history;
  const { language } = useLanguage();
  const state = stateOf(reward);
  return (
    <li className="figure-line items-start px-4 py-3 md:px-5">
      <div>
        <p className="font-medium">{sourceOf(reward, words)}</p>
        {reward.card === null ? null : (
          <p className="text-small text-ink-2">{words.card(reward.card.bankName, reward.card.last4)}</p>
        )}
        <p className="text-caption text-ink-3 tabular">
          {formatDate(istDateOf(reward.earnedAt), language)}
          {state === 'available' ? ` · ${words.until(formatDate(reward.expiresOn, language))}` : ''}
          {state === 'held' ? ` · ${words.from(formatDate(reward.usableFrom!, language))}` : ''}
        </p>
      </div>
      <div className="flex flex-col items-end gap-1">
        <Money paise={reward.amountPaise} decimals="always" className="font-semibold" />
        <StatusTag tone={TONES[state]}>{words.states[state]}</StatusTag>
      </div>
    </li>
  );
}

/** On its way until its first day. */
function stateOf({ isUsed, state, usableFrom }: Reward): ShownState {
  if (isUsed) return 'used';
  return state === 'available' && usableFrom && usableFrom > today() ? 'held' : state;
}

function sourceOf(reward: Reward, words: ReturnType<typeof useRewardsWords>['history']): string {
  if (reward.kind === 'referral') return words.referral;
  return reward.kind === 'returned' ? words.returned : words.cashback(reward.instalment ?? 1);
}
