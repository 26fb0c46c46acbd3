import { listAudit, USER_TIMELINE_KINDS, type UserTimelineEntry } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { oneOf } from '../../lib/admin/list.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { usePageOf } from '../../lib/admin/thing-pages.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Trail } from '../../ui/trail.tsx';
import { repeatsTogether, storyLine } from './story-words.ts';
import { timelineQuery } from './users.data.ts';
import { useUsersWords } from './users.words.ts';

/** Everything that happened to a person, in one line of time, newest first. */
export function Story({ id }: { readonly id: string }) {
  const words = useUsersWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  // Acts of staff are in the log, which not every role reads.
  const kinds = USER_TIMELINE_KINDS.filter((one) => one !== 'staff' || may(listAudit));
  const [kind, setKind] = useState<UserTimelineEntry['kind']>();
  const timeline = useInfiniteQuery(timelineQuery(id, kind));
  const rows = timeline.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title={words.timeline}>
      <Select
        className="mb-4 max-w-60"
        label={words.timelineKind}
        value={kind ?? ''}
        emptyLabel={common.any}
        options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={(event) => setKind(oneOf(USER_TIMELINE_KINDS, event.currentTarget.value))}
      />
      {timeline.isPending ? (
        <LoadingFace>
          <Skeleton height="row" />
          <Skeleton height="row" />
        </LoadingFace>
      ) : null}
      {timeline.isError ? <ErrorFace error={timeline.error} onRetry={() => void timeline.refetch()} /> : null}
      {timeline.isSuccess && rows.length === 0 ? <p className="text-ink-2">{words.noTimeline}</p> : null}
      <Trail
        label={words.timeline}
        entries={repeatsTogether(rows).map(({ last, first, count }) => {
          const { title, detail } = storyLine(last, { codes, common, language });
          return {
            key: last.id,
            at: formatInstant(last.at, language),
            source: [words.kinds[last.kind], last.by?.name].filter(Boolean).join(' · '),
            title: <Title entry={last} text={title} />,
            detail:
              count === 1
                ? detail
                : [detail, words.times(count, formatInstant(first.at, language))].filter(Boolean).join(' · '),
          };
        })}
      />
      {timeline.hasNextPage ? (
        <Button
          className="mt-3 -ml-4"
          tone="quiet"
          size="medium"
          isPending={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          {common.more}
        </Button>
      ) : null}
    </Card>
  );
}

interface TitleProps {
  readonly entry: UserTimelineEntry;
  readonly text: string;
}

function Title({ entry: { kind, objectId, amountPaise }, text }: TitleProps) {
  const page = usePageOf()(kind, objectId);
  return (
    <>
      {page === undefined ? text : <TextLink to={page}>{text}</TextLink>}
      {amountPaise === null ? null : (
        <>
          {' '}
          <Money paise={amountPaise} decimals="always" />
        </>
      )}
    </>
  );
}
