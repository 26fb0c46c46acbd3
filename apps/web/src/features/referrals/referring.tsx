import { listReferrals, type Referral } from '@mohlat/contract';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { Fragment } from 'react';
import { call } from '../../lib/api.ts';
import { UnreadFace } from '../../lib/faces.tsx';
import { formatDate, formatRupees, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { MoreButton } from '../../lib/more-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../lib/copy-button.tsx';
import { Figure, Money } from '../../ui/money.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { StatusTag, type StatusTone } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { useReferralsWords } from './referrals.words.ts';

function Friends({ list }: { readonly list: ReturnType<typeof useReferrals> }) {
  const words = useReferralsWords();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return <Empty title={words.friends.empty} />;
  return (
    <>
      <ul className="ruled mt-2">
        {items.map((item) => (
          <Friend key={item.id} referral={item} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="border-t border-line p-4">
          <MoreButton list={list} />
        </div>
      ) : null}
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
          <p className="mt-1 text-small text-ink-2">
            {words.refusals[referral.refusedReason] ?? words.refusals.not_rewarded}
          </p>
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

/** Earnings that friends have brought so far. */
export function Earnings() {
  const words = useReferralsWords();
  const referrals = useInfiniteQuery(referralsQuery);
  return <Figure label={words.earnings} paise={referrals.data?.pages[0]?.totalEarningsPaise} />;
}

/** The code to share, and the friends who came by it. */
export function Referring() {
  const referrals = useInfiniteQuery(referralsQuery);
  const [first] = referrals.data?.pages ?? [];
  if (first === undefined) {
    return (
      <UnreadFace query={referrals}>
        <Skeleton height="card" />
      </UnreadFace>
    );
  }
  return (
    <>
      <ReferCard
        code={first.code}
        link={first.link}
        rewardPaise={first.rewardPaise}
        monthlyMax={first.monthlyMax}
      />
      <FriendsCard referrals={referrals} />
    </>
  );
}

function FriendsCard({ referrals }: { readonly referrals: ReturnType<typeof useReferrals> }) {
  const words = useReferralsWords();
  return (
    <Card title={words.friends.title} padding="flush">
      <Friends list={referrals} />
    </Card>
  );
}

const useReferrals = () => useInfiniteQuery(referralsQuery);

const referralsQuery = infiniteQueryOptions({
  queryKey: keys.referrals,
  queryFn: ({ pageParam, signal }) =>
    call(listReferrals, { query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.nextCursor,
});

interface ReferCardProps {
  readonly code: string;
  readonly link: string;
  /** The reward for the next friend. */
  readonly rewardPaise: number;
  /** The most friends of one month that earn a reward. */
  readonly monthlyMax: number;
}

/** Code and link with a copy action and its word. Rule: SPEC-8. */
function ReferCard({ code, link, rewardPaise, monthlyMax }: ReferCardProps) {
  const words = useReferralsWords().refer;
  return (
    <Card title={words.title}>
      {rewardPaise === 0 || monthlyMax === 0 ? (
        <p>{words.none}</p>
      ) : (
        <>
          <p>{words.text(formatRupees(rewardPaise))}</p>
          <p className="mt-1 text-small text-ink-3">{words.terms(monthlyMax)}</p>
        </>
      )}
      <div className="ruled mt-3 border-y border-line">
        <Shown label={words.code} text={code} copyLabel={words.copyCode} copied={words.codeCopied} isCode />
        <Shown label={words.link} text={link} copyLabel={words.copyLink} copied={words.linkCopied} />
      </div>
      {'share' in navigator ? (
        <Button
          tone="secondary"
          className="mt-4 max-md:w-full"
          onClick={() =>
            // Closing the system's sheet is no failure.
            void navigator.share({ text: words.shareText, url: link }).catch(() => undefined)
          }
        >
          <Share2 aria-hidden="true" className="size-5" />
          {words.share}
        </Button>
      ) : null}
    </Card>
  );
}

/** The break points: before the question mark of a link, and between the two fours of its code. */
const BREAKS = /(?=\?)|(?<=[A-Z0-9]{4})(?=[A-Z0-9]{4}$)/;

interface ShownProps {
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
  readonly copied: string;
  readonly isCode?: boolean;
}

function Shown({ label, text, copyLabel, copied, isCode = false }: ShownProps) {
  return (
    // With large letters the button stands below: what it copies keeps the whole line.
    <div className="flex flex-wrap items-center justify-between gap-x-3 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-caption text-ink-3">{label}</p>
        <p className={isCode ? 'text-section font-semibold tabular' : 'text-small wrap-anywhere'}>
          {/* A text too long for its line breaks before the code or in its middle, never elsewhere in the code. */}
          {text.split(BREAKS).map((part, index) => (
            <Fragment key={`${index} ${part}`}>
              {index > 0 ? <wbr /> : null}
              {part}
            </Fragment>
          ))}
        </p>
      </div>
      <CopyButton text={text} label={copyLabel} onCopied={() => toast.success(copied)} />
    </div>
  );
}
