import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { use, type ReactNode } from 'react';
import { TextLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Problem } from '../../ui/states.tsx';
import { ErrorFace, LoadingFace } from '../faces.tsx';
import { Stamp } from './admin-list.tsx';
import { useAdminWords } from './admin.words.ts';
import { isMissing } from './missing.ts';
import { Opening } from './opening.ts';
import { type Listed, useWayBack } from './way-back.ts';

interface AdminDetailProps<T> {
  readonly query: UseQueryResult<T>;
  /** The list it belongs to; left out where there is none. */
  readonly list?: Listed;
  /** Before the answer is there, and afterwards. */
  readonly fallbackTitle: string;
  readonly title: (data: T) => ReactNode;
  readonly status?: (data: T) => ReactNode;
  /** The choice of the answer: it stays while another answer is read, and where that is refused. */
  readonly filter?: ReactNode;
  /** Stands above the filter, which does not concern it. */
  readonly first?: (data: T) => ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** The faces of one thing staff look at: its heading, how old the picture is, and the picture. */
export function AdminDetail<T>(props: AdminDetailProps<T>) {
  const { query, list, fallbackTitle, title, status, filter, first, children } = props;
  const words = useAdminWords();
  const { data } = query;
  const since = use(Opening);
  const back = useWayBack(list);
  return (
    <>
      <PageHeader
        {...(back ? { back: <TextLink to={back.to}>{words.back(back.name)}</TextLink> } : {})}
        title={data === undefined ? fallbackTitle : title(data)}
        action={data === undefined ? undefined : status?.(data)}
      />
      {data === undefined ? null : (
        <>
          <Stamp
            at={query.dataUpdatedAt}
            isFetching={query.isFetching}
            onRefresh={() => void query.refetch()}
          />
          {first?.(data)}
        </>
      )}
      {filter}
      {query.isPending ? <LoadingFace since={since} onRetry={() => void query.refetch()} /> : null}
      {!query.isError || data !== undefined ? null : isMissing(query.error) ? (
        <Problem title={words.missing}>
          <p>{words.missingText}</p>
        </Problem>
      ) : (
        <ErrorFace error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data === undefined ? null : (
        // The figures of the filter before, until those of the new one come.
        <div
          aria-busy={query.isPlaceholderData || undefined}
          className={clsx(query.isPlaceholderData && 'opacity-60')}
        >
          {children(data)}
        </div>
      )}
    </>
  );
}
