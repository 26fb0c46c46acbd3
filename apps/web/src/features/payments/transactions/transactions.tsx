import { PAYMENT_STATUSES, type Transaction } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CreditCard } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { STATUS_TONES } from '../../../lib/bill-status.ts';
import { CardChip } from '../../../lib/card-face.tsx';
import { ErrorFace, LoadingFace, PartOnItsWay } from '../../../lib/faces.tsx';
import { FileButton } from '../../../lib/file-button.tsx';
import { cardLabel, formatHistoryDate } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { Card, PageHeader } from '../../../ui/card.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { MoreButton } from '../../../lib/more-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Empty, Skeleton } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status.tsx';
import { historyFile, historyQuery, type StatusFilter } from '../payments.data.ts';
import { usePaymentsWords } from '../payments.words.ts';
import { to } from '../../../lib/addresses.ts';

/** Below the first sight: they come with scripts of their own. */
const Statements = lazy(() => import('./statements.tsx').then((module) => ({ default: module.Statements })));
const SpendByMonth = lazy(() =>
  import('./spend-by-month.tsx').then((module) => ({ default: module.SpendByMonth })),
);
const WorthOfYearCard = lazy(() =>
  import('./worth-of-year.tsx').then((module) => ({ default: module.WorthOfYearCard })),
);

function readFilter(text: string | null): StatusFilter {
  return PAYMENT_STATUSES.find((status) => status === text) ?? 'all';
}

export function Component() {
  const words = usePaymentsWords().history;
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params.get('status'));
  const { data } = useInfiniteQuery(historyQuery(filter));
  // Without any payment the pictures of them draw nothing, and would keep a place for it.
  const arePictured = filter !== 'all' || (data?.pages[0]?.items.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={words.title}
        subtitle={words.subtitle}
        action={<FileButton key={filter} name={words.fileName} read={() => historyFile(filter, language)} />}
      />
      <div className="mb-4 md:max-w-panel">
        <StatusSelect
          value={filter}
          onChange={(next) => setParams(next === 'all' ? {} : { status: next }, { replace: true })}
        />
      </div>
      <Card title={words.card} padding="flush">
        <div className="mt-3">
          <History filter={filter} />
        </div>
      </Card>
      <div className="mt-4 flex flex-col gap-4 lg:mt-6 lg:gap-6">
        {arePictured && (
          <>
            <Suspense fallback={<PartOnItsWay height="hero" />}>
              <SpendByMonth />
            </Suspense>
            <Suspense fallback={<PartOnItsWay height="card" />}>
              <WorthOfYearCard />
            </Suspense>
          </>
        )}
        <Suspense fallback={<PartOnItsWay height="card" />}>
          <Statements />
        </Suspense>
      </div>
    </>
  );
}

interface StatusSelectProps {
  readonly value: StatusFilter;
  readonly onChange: (value: StatusFilter) => void;
}

function StatusSelect({ value, onChange }: StatusSelectProps) {
  const words = usePaymentsWords().history;
  const glossary = useGlossary();
  return (
    <Select
      label={words.filter}
      value={value}
      onChange={(event) => onChange(readFilter(event.currentTarget.value))}
      options={[
        { value: 'all', label: words.all },
        ...PAYMENT_STATUSES.map((status) => ({ value: status, label: glossary.status[status] })),
      ]}
    />
  );
}

function History({ filter }: { readonly filter: StatusFilter }) {
  const words = usePaymentsWords().history;
  const history = useInfiniteQuery(historyQuery(filter));
  const rows = history.data?.pages.flatMap((page) => page.items) ?? [];
  if (history.isPending) {
    return (
      <div className="px-5 pb-5">
        <LoadingFace onRetry={() => void history.refetch()}>
          <Skeleton height="row" />
          <Skeleton height="row" />
          <Skeleton height="row" />
        </LoadingFace>
      </div>
    );
  }
  if (history.isError && rows.length === 0) {
    return (
      <div className="px-4 pb-4">
        <ErrorFace error={history.error} onRetry={() => void history.refetch()} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <Empty
        title={words.empty}
        action={
          filter === 'all' ? (
            <LinkButton to={to('/dashboard/pay-bill')} size="medium">
              {words.payBill}
            </LinkButton>
          ) : undefined
        }
      />
    );
  }
  return (
    <>
      <p className="px-4 pb-3 text-small text-ink-2 md:px-5">
        {rows.some((row) => row.status === 'pending') ? `${words.statusNote} ` : null}
        {words.repaymentsNote}
      </p>
      <HistoryTable rows={rows} />
      {history.hasNextPage ? (
        <div className="border-t border-line p-4">
          <MoreButton list={history} />
        </div>
      ) : null}
    </>
  );
}

function HistoryTable({ rows }: { readonly rows: readonly Transaction[] }) {
  const words = usePaymentsWords().history;
  const { language } = useLanguage();
  const columns: Column<Transaction>[] = [
    {
      key: 'date',
      label: words.date,
      cell: (row) => (
        <span className="whitespace-nowrap text-ink-2 tabular">{formatHistoryDate(row.date, language)}</span>
      ),
    },
    { key: 'description', label: words.description, cell: (row) => <Description row={row} /> },
    { key: 'status', label: words.status, cell: (row) => <Status row={row} /> },
    {
      key: 'amount',
      label: words.amount,
      align: 'right',
      cell: (row) => <Money paise={row.amountPaise} decimals="always" />,
    },
  ];
  return (
    <DataTable
      caption={words.card}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      phoneRow={(row) => (
        <div className="flex flex-col gap-1">
          <Description row={row} amount={<Money paise={row.amountPaise} decimals="always" />} />
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="text-small text-ink-3 tabular">{formatHistoryDate(row.date, language)}</span>
            <span className="ml-auto">
              <Status row={row} />
            </span>
          </p>
        </div>
      )}
    />
  );
}

const ICON_COLOURS = { completed: 'text-ok', pending: 'text-due-ink', failed: 'text-ink-3' } as const;

/** The specification's words first; under them whose bill it is, found by its face before its name is read. */
function Description({ row, amount }: { readonly row: Transaction; readonly amount?: ReactNode }) {
  const words = usePaymentsWords().history;
  const glossary = useGlossary();
  return (
    <span className="flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-2 max-md:text-small">
        <CreditCard aria-hidden="true" className={clsx('size-5 shrink-0', ICON_COLOURS[row.status])} />
        <TextLink to={to('/dashboard/payments/:id', { id: row.id })}>{words.descriptionText}</TextLink>
        {amount === undefined ? null : <span className="ml-auto font-semibold">{amount}</span>}
      </span>
      <span className="flex items-center gap-2 text-small text-ink-2">
        <CardChip bankName={row.card.bankName} />
        {cardLabel(row.card.bankName, row.card.last4)}
      </span>
      {row.ending === 'cancelled' || row.ending === 'settled' ? (
        <span className="text-small text-ink-2">{glossary.both[row.ending]}</span>
      ) : null}
    </span>
  );
}

function Status({ row }: { readonly row: Transaction }) {
  const glossary = useGlossary();
  return <StatusTag tone={STATUS_TONES[row.status]}>{glossary.status[row.status]}</StatusTag>;
}
