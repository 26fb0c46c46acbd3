import { useInfiniteQuery, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Fragment, type ComponentProps, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorFace, LoadingFace } from '../faces.tsx';
import { AdminList } from './admin-list.tsx';
import { useAdminWords } from './admin.words.ts';
import { isMissing } from './missing.ts';

type OneQuery<Row> = UseQueryOptions<Row, Error, Row, string[]>;

interface ListBesideProps<Row> extends Omit<ComponentProps<typeof AdminList<Row>>, 'link' | 'openKey'> {
  /** The parameter of the address that names the chosen row. */
  readonly parameter: string;
  /** Reads one that the list does not show: further down, or of another state. Without it, only rows are found. */
  readonly one?: (key: string) => OneQuery<Row>;
  readonly label: (row: Row) => ReactNode;
  readonly detail: (row: Row) => ReactNode;
}

/** A list, and beside it the one that was chosen: its key is in the address, so that a colleague can be sent there. */
export function ListBeside<Row>(props: ListBesideProps<Row>) {
  const { query, parameter, one, label, detail, rowKey, ...table } = props;
  const words = useAdminWords();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const list = useInfiniteQuery(query);
  const key = params.get(parameter);
  const chosen = list.data?.pages.flatMap(({ items }) => items).find((row) => rowKey(row) === key);
  const addressOf = (of: string | null) => {
    const next = new URLSearchParams(params);
    if (of === null) next.delete(parameter);
    else next.set(parameter, of);
    return next.size === 0 ? pathname : `${pathname}?${next.toString()}`;
  };
  return (
    <div className={clsx('grid items-start gap-4', key !== null && 'xl:grid-cols-3')}>
      <div className={clsx('min-w-0 max-xl:order-2', key !== null && 'xl:col-span-2')}>
        <AdminList
          query={query}
          link={(row) => ({ to: addressOf(rowKey(row)), label: label(row) })}
          rowKey={rowKey}
          openKey={key ?? undefined}
          {...table}
        />
      </div>
      {key === null ? null : (
        <div className="min-w-0">
          {/* As high as the line over the list, so that both begin level. */}
          <p className="mb-2 flex min-h-11 items-center justify-end">
            <TextLink to={addressOf(null)}>{words.close}</TextLink>
          </p>
          {chosen ? (
            <Fragment key={key}>{detail(chosen)}</Fragment>
          ) : !list.isSuccess ? null : one === undefined ? (
            <Sentence text={words.notAmong} />
          ) : (
            <Elsewhere key={key} query={one(key)} detail={detail} />
          )}
        </div>
      )}
    </div>
  );
}

interface ElsewhereProps<Row> {
  readonly query: OneQuery<Row>;
  readonly detail: (row: Row) => ReactNode;
}

/** One that is not among the rows, asked for by itself. */
function Elsewhere<Row>({ query, detail }: ElsewhereProps<Row>) {
  const words = useAdminWords();
  const one = useQuery(query);
  if (one.isPending) return <LoadingFace onRetry={() => void one.refetch()} />;
  if (one.data !== undefined) return detail(one.data);
  if (isMissing(one.error)) return <Sentence text={words.missing} />;
  return <ErrorFace error={one.error} onRetry={() => void one.refetch()} />;
}

function Sentence({ text }: { readonly text: string }) {
  return (
    <Card>
      <p className="text-ink-2">{text}</p>
    </Card>
  );
}
