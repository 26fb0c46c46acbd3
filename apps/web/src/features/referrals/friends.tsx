import type { Referral } from '@mohlat/contract';
import { formatDate, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusTag, type StatusTone } from '../../ui/status.tsx';
import { useReferralsWords } from './referrals.words.ts';

interface FriendsProps {
  readonly items: readonly Referral[];
  readonly onMore: (() => void) | undefined;
  readonly isFetchingMore: boolean;
}

export function Friends({ items, onMore, isFetchingMore }: FriendsProps) {
  const words = useReferralsWords();
  if (items.length === 0) return <Empty title={words.friends.empty} />;
  return (
    <>
      <ul className="ruled mt-2">
        {items.map((item) => (
          <Friend key={item.id} referral={item} />
        ))}
      </ul>
      {onMore === undefined ? null : (
        <div className="border-t border-line p-4">
          <Button
            tone="secondary"
            size="medium"
            isPending={isFetchingMore}
            pendingText={words.morePending}
            onClick={onMore}
          >
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

type Step = 'signedUp' | 'kyc' | 'payment' | 'completed';

const TONES: Record<Step, StatusTone> = {
  signedUp: 'neutral',
  kyc: 'due',
  payment: 'due',
  completed: 'ok',
};

function stepOf(referral: Referral): Step {
  if (referral.rewardCredited) return 'completed';
  if (referral.paymentCompleted) return 'payment';
  return referral.kycCompleted ? 'kyc' : 'signedUp';
}

function Friend({ referral }: { readonly referral: Referral }) {
  const words = useReferralsWords().friends;
  const { language } = useLanguage();
  const step = stepOf(referral);
  return (
    <li className="figure-line items-start px-4 py-3 md:px-5">
      <div>
        <p className="font-medium tabular">{referral.referredLabel}</p>
        <p className="text-caption text-ink-3">
          {words.since(formatDate(istDateOf(referral.createdAt), language))}
        </p>
        {referral.refusedReason === null ? null : (
          <p className="mt-1 text-small text-ink-2">{words.refusals[referral.refusedReason]}</p>
        )}
      </div>
      <div className="flex flex-col items-end gap-1">
        {referral.rewardAmountPaise === null ? null : (
          <Money paise={referral.rewardAmountPaise} decimals="always" className="font-semibold" />
        )}
        <StatusTag tone={TONES[step]}>{words.steps[step]}</StatusTag>
      </div>
    </li>
  );
}
