import { BILLS_BECAME, FIGURE_LISTS, getOverview, listAdminPayments, type Overview } from '@mohlat/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { accountName, codeWord } from '../../lib/admin/facts.tsx';
import { given, useFilters } from '../../lib/admin/list.ts';
import { adminKeys } from '../../lib/admin/keys.ts';
import { useMayOpen } from '../../lib/admin/thing-pages.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { call } from '../../lib/api.ts';
import { formatInstant, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { ByDay } from './by-day.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { useOverviewWords } from './overview.words.ts';
import { Period } from './period.tsx';
import { Named, Portfolio } from './portfolio.tsx';
import { spanBefore, trendOf } from './trend.ts';

/** Tasks for staff stand first, on a phone as well; figures come after them. */
export function Component() {
  const words = useOverviewWords();
  const { values, change } = useFilters(['from', 'to']);
  const query = useQuery({ ...overviewQuery(values), placeholderData: keepPreviousData });
  return (
    <AdminDetail
      query={query}
      fallbackTitle={words.title}
      title={() => words.title}
      first={({ float, todo }) => (
        <div className="mb-4 flex flex-col gap-4">
          <FloatNotice float={float} />
          <Todo todo={todo} />
        </div>
      )}
      filter={
        // The days are not known before the first answer.
        query.isPending && values.from + values.to === '' ? undefined : (
          <Period
            from={values.from || (query.data?.from ?? '')}
            to={values.to || (query.data?.to ?? '')}
            onChange={change}
          />
        )
      }
    >
      {(overview) => (
        <div className="flex flex-col gap-4">
          <div className="grid gap-4 lg:grid-cols-2">
            <MoneyOfPeriod overview={overview} />
            <Owed overview={overview} />
          </div>
          <ByDay days={overview.days} />
          <Portfolio overview={overview} />
          <Health overview={overview} />
        </div>
      )}
    </AdminDetail>
  );
}

/** Nothing else on the page matters more while it lasts. Rule: PAY-23. */
function FloatNotice({ float }: Pick<Overview, 'float'>) {
  const words = useOverviewWords();
  const { language } = useLanguage();
  if (!float?.isShort) return null;
  return (
    <Notice tone="bad" title={words.floatShort}>
      {words.floatText(
        formatRupees(float.balancePaise),
        float.since === null ? '' : formatInstant(float.since, language),
      )}
    </Notice>
  );
}

function Todo({ todo }: Pick<Overview, 'todo'>) {
  const words = useOverviewWords();
  const { language } = useLanguage();
  const mayOpen = useMayOpen();
  const waiting = todo.filter(({ count }) => count > 0);
  return (
    <Card title={words.needs} padding="flush">
      {waiting.length === 0 ? <p className="px-4 py-3 text-ink-2 md:px-5">{words.allClear}</p> : null}
      <ul className="mt-2 grid pb-2 md:grid-cols-2 md:pb-3 xl:grid-cols-3">
        {waiting.map(({ kind, count, oldestAt, path }) => (
          <li key={kind} className="flex items-baseline gap-3 px-4 py-2 md:px-5">
            <span className="min-w-6 text-section font-semibold tabular">{count}</span>
            <span className="min-w-0">
              {mayOpen(path) ? (
                <TextLink to={path} className="inline-flex min-h-6 items-center">
                  {words.todo[kind]}
                </TextLink>
              ) : (
                words.todo[kind]
              )}
              {oldestAt === null ? null : (
                <span className="block text-caption text-ink-3">
                  {words.oldest(formatInstant(oldestAt, language))}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function MoneyOfPeriod({ overview }: { readonly overview: Overview }) {
  const words = useOverviewWords();
  const { may } = useStaff();
  const { bills, repayments, refunds } = overview;
  const names = ['accepted', 'paid', 'failed', 'reversed', 'unknown'] as const;
  const lists: Readonly<Partial<Record<string, string>>> = may(listAdminPayments)
    ? {
        accepted: FIGURE_LISTS.accepted(overview),
        unknown: FIGURE_LISTS.unknown(),
        ...Object.fromEntries(BILLS_BECAME.map((what) => [what, FIGURE_LISTS.became(what, overview)])),
      }
    : {};
  const { data: earlier } = useQuery(earlierQuery(spanBefore(overview)));
  const before: Readonly<Partial<Record<string, { readonly amountPaise: number }>>> =
    earlier === undefined
      ? {}
      : { ...earlier.bills, repayments: earlier.repayments, refunds: earlier.refunds };
  const row = (key: string, name: string, figure: { count: number; amountPaise: number }) => ({
    key,
    cells: [
      <Named key="name" name={name} to={lists[key]} />,
      figure.count,
      <Money key="amount" paise={figure.amountPaise} decimals="always" />,
      // A figure of this moment is not one of the period: nothing before it compares.
      key === 'unknown' ? null : (
        <Change key="change" now={figure.amountPaise} before={before[key]?.amountPaise} />
      ),
    ],
  });
  return (
    <Card title={words.money}>
      <FiguresTable
        caption={words.money}
        heads={['', words.count, words.amount, words.change]}
        rows={[
          ...names.map((name) => row(name, words.bills[name], bills[name])),
          row('repayments', words.repayments, repayments),
          row('refunds', words.refunds, refunds),
        ]}
      />
      <p className="mt-2 text-caption text-ink-3">{words.changeNote}</p>
    </Card>
  );
}

interface ChangeProps {
  readonly now: number;
  /** Undefined until the earlier figures have come. */
  readonly before: number | undefined;
}

/** Against the days before: more or less is no judgement, so it has no colour. */
function Change({ now, before }: ChangeProps) {
  const words = useOverviewWords();
  if (before === undefined) return null;
  const trend = trendOf(now, before);
  return (
    <span className="tabular">
      {trend.kind === 'percent' ? words.percent(trend.percent) : words[trend.kind]}
    </span>
  );
}

function Owed({ overview }: { readonly overview: Overview }) {
  const words = useOverviewWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { outstanding, due, loans, result, asOf, bookAsOf = asOf } = overview;
  const isEarlier = bookAsOf !== asOf;
  const parts = ['principalPaise', 'feePaise', 'interestPaise', 'chargesPaise', 'totalPaise'] as const;
  const amount = (key: string, paise: number) => <Money key={key} paise={paise} decimals="always" />;
  return (
    <>
      <Card
        title={words.owed}
        description={words.loans(loans.open, loans.overdue, loans.npa, loans.writtenOff)}
      >
        {isEarlier && <p className="text-ink-2">{words.addedUpAt(formatInstant(bookAsOf, language))}</p>}
        <FiguresTable
          caption={words.owed}
          heads={['', words.outstanding, words.due]}
          rows={parts.map((part) => ({
            key: part,
            cells: [words.parts[part], amount('outstanding', outstanding[part]), amount('due', due[part])],
          }))}
        />
      </Card>
      <Card title={words.result} className="lg:col-span-2">
        {result.length === 0 ? (
          <p className="text-ink-2">{words.noResult}</p>
        ) : (
          <FiguresTable
            caption={words.result}
            heads={[common.account, words.amount]}
            rows={result.map((row) => ({
              key: row.account,
              cells: [accountName(codes.ledgerAccounts, row), amount('amount', row.amountPaise)],
            }))}
          />
        )}
      </Card>
    </>
  );
}

const REFRESH_MS = 60_000;

/** Read again every minute while it is open: it may hang on a wall. */
const overviewQuery = (period: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: adminKeys.one('overview', `${period.from}…${period.to}`),
    queryFn: ({ signal }) => call(getOverview, { query: given(period), signal }),
    refetchInterval: REFRESH_MS,
  });

/** The same of days that are over: what the figures shown are compared with. */
const earlierQuery = (period: { readonly from: string; readonly to: string }) =>
  queryOptions({ ...overviewQuery(period), refetchInterval: false, staleTime: Number.POSITIVE_INFINITY });

const TONES = { closed: 'ok', half_open: 'due', open: 'bad' } as const;

/** Whether the outside world answers, and whether our own work keeps up. */
function Health({ overview }: { readonly overview: Overview }) {
  const words = useOverviewWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { rails, queue, errorBudget } = overview;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={words.rails}>
        {rails.length === 0 ? (
          <p className="text-ink-2">{words.noRails}</p>
        ) : (
          <FiguresTable
            caption={words.rails}
            heads={[words.provider, words.calls, words.failures, common.state]}
            rows={rails.map((rail) => ({
              key: rail.provider,
              cells: [
                codeWord(codes.providers, rail.provider),
                rail.calls,
                rail.failures,
                <span key="state" className="inline-flex flex-col items-end">
                  <StatusTag tone={TONES[rail.circuit]}>{words.circuits[rail.circuit]}</StatusTag>
                  {rail.circuit === 'closed' || rail.circuitSince === null
                    ? null
                    : words.since(formatInstant(rail.circuitSince, language))}
                </span>,
              ],
            }))}
          />
        )}
      </Card>
      <Card title={words.queue}>
        <FactList
          facts={[
            { label: words.waiting, value: queue.waiting },
            { label: words.running, value: queue.running },
            { label: words.failed, value: queue.failed },
            {
              label: words.oldestWaits,
              value: queue.waiting === 0 ? common.nobody : words.seconds(queue.oldestSeconds),
            },
            { label: words.budget, value: <ErrorBudget budget={errorBudget} /> },
          ]}
        />
      </Card>
    </div>
  );
}

/** Says in a word when more requests failed than may. */
function ErrorBudget({ budget }: { readonly budget: Overview['errorBudget'] }) {
  const words = useOverviewWords();
  const { requests, failures, allowed } = budget;
  return (
    <span className="inline-flex flex-col items-end gap-1">
      {words.budgetOf(failures, requests, allowed)}
      {failures > allowed ? <StatusTag tone="bad">{words.budgetSpent}</StatusTag> : null}
    </span>
  );
}
