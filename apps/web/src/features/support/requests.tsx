import type { SupportRequest } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { MoreButton } from '../../lib/more-button.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { StatusTag, type StatusTone } from '../../ui/status.tsx';
import { requestsQuery } from './support.data.ts';
import { useSupportWords } from './support.words.ts';

/** Lists the requests of this person, the last changed first. */
export function Requests() {
  const words = useSupportWords().requests;
  return (
    <Card title={words.title} padding="flush">
      <Body />
    </Card>
  );
}

function Body() {
  const words = useSupportWords().requests;
  const requests = useInfiniteQuery(requestsQuery);
  const rows = requests.data?.pages.flatMap((page) => page.items) ?? [];
  if (requests.isPending) {
    return (
      <div className="p-4 md:p-5">
        <LoadingFace onRetry={() => void requests.refetch()}>
          <Skeleton height="row" />
        </LoadingFace>
      </div>
    );
  }
  if (requests.isError && rows.length === 0) {
    return (
      <div className="p-4">
        <ErrorFace
          title={words.failed}
          error={requests.error}
          onRetry={() => void requests.refetch()}
          hasHelp={false}
        />
      </div>
    );
  }
  if (rows.length === 0) return <Empty title={words.empty} />;
  return (
    <>
      <ul className="ruled mt-2">
        {rows.map((row) => (
          <li key={row.id}>
            <Row request={row} />
          </li>
        ))}
      </ul>
      {requests.hasNextPage ? (
        <div className="border-t border-line p-4">
          <MoreButton list={requests} />
        </div>
      ) : null}
    </>
  );
}

const TONES: Record<SupportRequest['status'], StatusTone> = {
  open: 'due',
  answered: 'ok',
  closed: 'neutral',
};

export function RequestStatus({ status }: { readonly status: SupportRequest['status'] }) {
  return <StatusTag tone={TONES[status]}>{useSupportWords().requests.states[status]}</StatusTag>;
}

function Row({ request }: { readonly request: SupportRequest }) {
  const words = useSupportWords().requests;
  const { language } = useLanguage();
  return (
    <Link
      to={`?request=${request.id}`}
      className="flex items-center justify-between gap-3 px-4 py-3 hover:bg-sunken md:px-5"
    >
      <span className="min-w-0">
        <span className={clsx('block break-words', request.hasNews ? 'font-semibold' : 'font-medium')}>
          {request.subject}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          {request.hasNews ? (
            <StatusTag tone="ok">{words.news}</StatusTag>
          ) : (
            <RequestStatus status={request.status} />
          )}
          <span className="text-caption text-ink-3 tabular">
            {request.ticket} · {formatInstant(request.updatedAt, language)}
          </span>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
    </Link>
  );
}
