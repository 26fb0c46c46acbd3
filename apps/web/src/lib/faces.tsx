import { useQueryClient, type Query, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { Loading, Problem, Skeleton } from '../ui/states.tsx';
import { useGlossary } from './glossary.ts';
import { useLanguage } from './i18n.tsx';
import { useOnline } from './online.ts';
import { errorText, ProblemError } from './problem.ts';
import { useHelp } from './use-help.ts';

interface LoadingFaceProps {
  readonly onRetry?: () => void;
  readonly since?: number | undefined;
  /** The page's own skeleton; two cards when it has none of its own. */
  readonly children?: ReactNode;
}

/** Shown on the page, never answered yet, and still waited for. */
const hangs = (query: Query): boolean =>
  query.isActive() && query.state.data === undefined && query.state.fetchStatus === 'fetching';

/** Asked again, a read that hangs would go on waiting for its first request: that one is given up before. */
async function askAnew(client: QueryClient): Promise<void> {
  const hanging = new Set(client.getQueryCache().findAll({ predicate: hangs }));
  const predicate = (query: Query) => hanging.has(query);
  await client.cancelQueries({ predicate });
  await client.refetchQueries({ predicate });
}

/** The loading face of a screen or a part of one; without a network it says so instead of promising figures. */
export function LoadingFace({ onRetry, since, children }: LoadingFaceProps) {
  const words = useGlossary();
  const isOnline = useOnline();
  const client = useQueryClient();
  if (!isOnline) {
    return (
      <Problem title={words.offline.title}>
        <p>{words.offline.waiting}</p>
        <p className="text-small">{words.offline.kept}</p>
      </Problem>
    );
  }
  return (
    <Loading
      label={words.loading}
      slowLabel={words.slow}
      since={since}
      retry={
        onRetry ? (
          <Button
            tone="secondary"
            size="medium"
            onClick={() => {
              void askAnew(client);
              onRetry();
            }}
          >
            {words.retry}
          </Button>
        ) : undefined
      }
    >
      {children ?? (
        <>
          <Skeleton height="card" />
          <Skeleton height="card" />
        </>
      )}
    </Loading>
  );
}

/** Where a part of a page will stand once its script is here. */
export function PartOnItsWay({ height }: { readonly height: 'card' | 'hero' }) {
  return (
    <LoadingFace>
      <Skeleton height={height} />
    </LoadingFace>
  );
}

interface ErrorFaceProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly title?: string | undefined;
  /** On the help page itself a way to help leads nowhere. */
  readonly hasHelp?: boolean;
}

/**
 * The error face: what happened, that no money moved, and Help. Retry where it may help; else the way up, which is the dashboard
 * of customers or of staff.
 */
export function ErrorFace({ error, onRetry, title, hasHelp = true }: ErrorFaceProps) {
  const help = useHelp();
  const words = useGlossary();
  const { language } = useLanguage();
  const reference =
    error instanceof ProblemError && error.requestId !== '' ? words.request(error.requestId) : undefined;
  return (
    <Problem
      title={title ?? words.notShown}
      reference={reference}
      actions={
        <>
          {error instanceof ProblemError && error.isFinal ? (
            <LinkButton tone="secondary" size="medium" to="..">
              {words.toDashboard}
            </LinkButton>
          ) : (
            <Button tone="secondary" size="medium" onClick={onRetry}>
              {words.retry}
            </Button>
          )}
          {hasHelp ? (
            <LinkButton tone="quiet" size="medium" {...help}>
              {words.help}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <p>{errorText(error, language)}</p>
      <p className="text-small">{words.notShownText}</p>
    </Problem>
  );
}

interface UnreadFaceProps {
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'>;
  /** The error's own heading. */
  readonly title?: string;
  /** The page's own skeleton, as in LoadingFace. */
  readonly children?: ReactNode;
}

/** Stands for a read without an answer yet: the loading face or the error face. Draws nothing once there is an answer. */
export function UnreadFace({ query, title, children }: UnreadFaceProps) {
  const onRetry = () => void query.refetch();
  if (query.data !== undefined) return null;
  return query.isError ? (
    <ErrorFace title={title} error={query.error} onRetry={onRetry} />
  ) : (
    <LoadingFace onRetry={onRetry}>{children}</LoadingFace>
  );
}
