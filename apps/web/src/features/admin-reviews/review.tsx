import { decideReview, type AnswerOf, type getReview } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord, factValue } from '../../lib/admin/facts.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { QueueLine, useQueue } from './review-queue.tsx';
import { ReviewFile } from './review-file.tsx';
import { ReviewStatus } from './review-status.tsx';
import { reviewQuery } from './reviews.data.ts';
import { useReviewsWords } from './reviews.words.ts';
import { VerdictDialog } from './verdict-dialog.tsx';

type Review = AnswerOf<typeof getReview>;

export function Component() {
  const { id = '' } = useParams();
  const words = useReviewsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  return (
    <AdminDetail
      query={useQuery(reviewQuery(id))}
      list={{ to: '/admin/kyc', name: words.title }}
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
            <FactList
              facts={[
                ...review.facts.map(({ code, value }) => ({
                  label: codeWord(words.factNames, code),
                  value: factValue(code, value, language, words.values),
                })),
                ...times,
              ]}
            />
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
