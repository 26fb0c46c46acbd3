import { type AnswerOf, decideReview, type getReview, getReviewFacts, getReviewFile } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord, factValue } from '../../lib/admin/facts.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { Failed } from '../../lib/failed.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { isTyping } from '../../ui/typing.ts';
import { ReviewStatus } from './review-status.tsx';
import { queueQuery, readFacts, readFile, reviewQuery } from './reviews.data.ts';
import { useReviewsWords } from './reviews.words.ts';
import { VerdictDialog } from './verdict-dialog.tsx';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

type Review = AnswerOf<typeof getReview>;

export function Component() {
  const { id = '' } = useParams();
  const words = useReviewsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  return (
    <AdminDetail
      query={useQuery(reviewQuery(id))}
      list={{ to: to('/admin/kyc'), name: words.title }}
      fallbackTitle={words.title}
      title={({ kind, name }) => `${codes.reviewKinds[kind]} · ${name ?? common.unnamed}`}
      status={({ status }) => <ReviewStatus status={status} />}
    >
      {(review) => <Judgement key={id} review={review} />}
    </AdminDetail>
  );
}

function Judgement({ review }: { readonly review: Review }) {
  const words = useReviewsWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const queue = useQueue(review.id);
  const canDecide = review.status === 'open' && may(decideReview);
  const acts = {
    ...(queue.nextPath === undefined ? {} : { n: queue.goOn }),
    ...(canDecide ? { a: () => setAsked('approve'), r: () => setAsked('reject') } : {}),
  };
  const times = [
    { label: words.waitingSince, value: formatInstant(review.createdAt, language) },
    ...(review.decidedAt === null
      ? []
      : [{ label: words.decidedAt, value: formatInstant(review.decidedAt, language) }]),
    ...(review.reason === null ? [] : [{ label: words.told, value: review.reason }]),
  ];
  return (
    <>
      <QueueLine queue={queue} acts={acts} canDecide={canDecide} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={words.file}>
          <ReviewFile id={review.id} file={review.file} />
        </Card>
        <div className="flex flex-col gap-4">
          <Card title={words.compare}>
            <Facts review={review} times={times} />
          </Card>
          {canDecide ? (
            <div className="flex flex-col gap-3 md:flex-row">
              <Button onClick={() => setAsked('approve')}>{words.approve}</Button>
              <Button tone="danger" onClick={() => setAsked('reject')}>
                {words.reject}
              </Button>
            </div>
          ) : null}
        </div>
        {asked === undefined ? null : (
          <VerdictDialog
            review={review}
            decision={asked}
            onDecided={queue.goOn}
            onClose={() => setAsked(undefined)}
          />
        )}
      </div>
    </>
  );
}

interface FactsProps {
  readonly review: Review;
  readonly times: readonly { readonly label: string; readonly value: string }[];
}

/** The facts to compare. Masked ones are fetched with a press, as the file is: the audit log records that they were shown. */
function Facts({ review, times }: FactsProps) {
  const words = useReviewsWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const reading = useSendOnce({ mutationFn: () => readFacts(review.id) });
  const isMore = review.isVeiled === true && review.status === 'open' && may(getReviewFacts);
  const facts = (review.status === 'open' ? reading.data?.facts : undefined) ?? review.facts;
  return (
    <>
      <FactList
        facts={[
          ...facts.map(({ code, value }) => ({
            label: codeWord(words.factNames, code),
            value: factValue(code, value, language, words.values),
          })),
          ...times,
        ]}
      />
      {isMore && reading.data === undefined ? (
        <div className="mt-3 flex flex-col items-start gap-3">
          <p className="text-small text-ink-2">{words.showFileText}</p>
          <Failed error={reading.error} title={words.factsFailed} />
          <Button
            tone="secondary"
            size="medium"
            isPending={reading.isPending}
            onClick={() => reading.mutate()}
          >
            {words.showFacts}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface ReviewFileProps {
  readonly id: string;
  readonly file: AnswerOf<typeof getReview>['file'];
}

/** The file needs the bearer, so it is fetched with a press, which is what the audit log records. */
function ReviewFile({ id, file }: ReviewFileProps) {
  const words = useReviewsWords();
  const { may } = useStaff();
  const reading = useSendOnce({ mutationFn: async () => URL.createObjectURL(await readFile(id)) });
  const address = reading.data;
  useEffect(() => {
    if (address === undefined) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  if (file === null) return <p className="text-ink-2">{words.noFile}</p>;
  if (!may(getReviewFile)) return <p className="text-ink-2">{words.fileRole}</p>;
  if (address !== undefined) return <Shown address={address} type={file.type} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">{words.showFileText}</p>
      <Failed error={reading.error} title={words.fileFailed} />
      <Button tone="secondary" size="medium" isPending={reading.isPending} onClick={() => reading.mutate()}>
        {words.showFile}
      </Button>
    </div>
  );
}

function Shown({ address, type }: { readonly address: string; readonly type: string }) {
  const words = useReviewsWords();
  if (type.startsWith('video/')) {
    return (
      <video
        controls
        playsInline
        aria-label={words.videoLabel}
        src={address}
        className="max-h-96 w-full rounded-input bg-sunken"
      >
        {/* The person says only the phrase, which stands among the facts. */}
        <track kind="captions" />
      </video>
    );
  }
  if (type.startsWith('image/')) {
    return <img src={address} alt={words.imageAlt} className="w-full rounded-input border border-line" />;
  }
  return (
    <a
      href={address}
      download
      className="inline-flex min-h-11 items-center rounded-chip font-medium text-brand-ink underline underline-offset-4"
    >
      {words.saveFile}
    </a>
  );
}

const LIST = to('/admin/kyc');

/** Reviews that wait beside one, in the order of the list: oldest first. */
function useQueue(id: string) {
  const navigate = useNavigate();
  const { data } = useQuery(queueQuery);
  const others = data?.items.filter((item) => item.id !== id) ?? [];
  const here = data?.items.find((item) => item.id === id);
  // The next one in the order; from the last of them back to the first.
  const next =
    here === undefined
      ? others[0]
      : (others.find((item) => item.createdAt > here.createdAt || isAfter(item, here)) ?? others[0]);
  const nextPath = next === undefined ? undefined : `${LIST}/${next.id}`;
  return {
    nextPath,
    /** Unknown until the queue is read. */
    waitingCount: data === undefined ? undefined : others.length,
    isMore: data !== undefined && data.nextCursor !== null,
    goOn: () => void navigate(nextPath ?? LIST),
  };
}

type Place = { readonly id: string; readonly createdAt: string };
const isAfter = (one: Place, other: Place) => one.createdAt === other.createdAt && one.id > other.id;

interface QueueLineProps {
  readonly queue: ReturnType<typeof useQueue>;
  /** By their keys; they count outside of text fields. */
  readonly acts: Readonly<Record<string, () => void>>;
  readonly canDecide: boolean;
}

/** The number of reviews that wait, the link to the next, and the keys. */
function QueueLine({ queue, acts, canDecide }: QueueLineProps) {
  const words = useReviewsWords().queue;
  useKeys(acts);
  const { nextPath, waitingCount, isMore } = queue;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-ink-2">
      <p className="tabular">
        {waitingCount === undefined
          ? null
          : waitingCount === 0
            ? words.none
            : words.waiting(waitingCount, isMore)}{' '}
        <span className="text-caption text-ink-3 max-md:hidden">
          {canDecide ? words.keysToDecide : words.keys}
        </span>
      </p>
      {nextPath === undefined ? null : (
        <TextLink to={nextPath} className="inline-flex min-h-11 items-center md:min-h-8">
          {words.next}
        </TextLink>
      )}
    </div>
  );
}

function useKeys(acts: Readonly<Record<string, () => void>>): void {
  // An act counts from the moment its button is seen, not from the next effect on.
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
