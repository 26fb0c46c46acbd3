import { type Chargeback, CHARGEBACK_FILTERS, RECEIPT_STATUSES, runReconciliation } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { to } from '../../lib/addresses.ts';
import { AdminList } from '../../lib/admin/admin-list.tsx';
import { named, useColumnKinds, valued } from '../../lib/admin/columns.tsx';
import { codeWord } from '../../lib/admin/facts.tsx';
import { adminChanged } from '../../lib/admin/keys.ts';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import { oneOf, useFilters } from '../../lib/admin/list.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { Failed } from '../../lib/failed.tsx';
import { formatDateWithYear, formatInstant, today } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useSendOnce } from '../../lib/send-once.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { Breaks } from './breaks.tsx';
import { ChargebackStatus } from './chargeback-status.tsx';
import { OneFilter } from './one-filter.tsx';
import { ReceiptDetail } from './receipt-detail.tsx';
import {
  chargebacksQuery,
  lastReadsQuery,
  readDay,
  type Receipt,
  receiptQuery,
  receiptsQuery,
} from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';
import { Settlements } from './settlements.tsx';

/** Chargebacks that wait for staff come first in the choice, and are the default where the address names no filter. */
const FILTERS = ['waiting', ...CHARGEBACK_FILTERS.filter((name) => name !== 'waiting')] as const;

/** Repayments that their payers' banks demand back; each has a page of its own. */
function Chargebacks() {
  const words = useReconciliationWords();
  const { values } = useFilters(['status']);
  return (
    <>
      <OneFilter name="status" label={words.state} set={FILTERS} labels={words.chargebackStatuses} />
      <AdminList
        query={chargebacksQuery(values.status || FILTERS[0])}
        caption={words.lists.chargebacks}
        linkLabel={words.reference}
        link={({ id, disputeRef }) => ({ to: to('/admin/chargebacks/:id', { id }), label: disputeRef })}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={values.status === '' ? words.noChargebacks : words.emptyFiltered}
      />
    </>
  );
}

function useColumns(): DenseColumn<Chargeback>[] {
  const words = useReconciliationWords();
  const column = useColumnKinds();
  return [
    column.text('phase', words.phase, ({ phase }) => codeWord(words.phases, phase), 'none'),
    column.instant('openedAt', words.openedAt, ({ openedAt }) => openedAt, 'none'),
    named(column.instant('respondBy', words.respondBy, ({ respondBy }) => respondBy)),
    column.text('response', words.response, ({ response }) => response && words.responses[response], 'none'),
    column.money('amount', words.amount, ({ amountPaise }) => amountPaise, 'end'),
    column.status(
      'status',
      words.state,
      (chargeback) => <ChargebackStatus chargeback={chargeback} />,
      ({ status }) => words.chargebackStatuses[status],
    ),
  ];
}

const LISTS = ['breaks', 'receipts', 'chargebacks', 'settlements'] as const;
type ListName = (typeof LISTS)[number];
const PAGES = { breaks: Breaks, receipts: Receipts, chargebacks: Chargebacks, settlements: Settlements };

/** Compares the rails with our books: four lists, of which the address names one. */
export function Component() {
  const words = useReconciliationWords();
  const { may } = useStaff();
  const [params] = useSearchParams();
  const [isReading, setIsReading] = useState(false);
  const list = oneOf(LISTS, params.get('list') ?? '') ?? 'breaks';
  const List = PAGES[list];
  return (
    <>
      <PageHeader
        title={words.title}
        subtitle={words.subtitles[list]}
        action={
          list === 'breaks' && may(runReconciliation) ? (
            <Button tone="secondary" size="medium" onClick={() => setIsReading(true)}>
              {words.run}
            </Button>
          ) : undefined
        }
      />
      <ListChoice chosen={list} />
      <LastReads />
      <List />
      {isReading ? <ReadDay onClose={() => setIsReading(false)} /> : null}
    </>
  );
}

function ListChoice({ chosen }: { readonly chosen: ListName }) {
  const words = useReconciliationWords();
  return (
    <nav aria-label={words.listsLabel} className="mb-4">
      <ul className="grid grid-cols-2 gap-1 rounded-button bg-sunken p-1 md:inline-grid md:grid-cols-4">
        {LISTS.map((name) => (
          <li key={name} className="flex">
            <Link
              to={
                name === 'breaks'
                  ? to('/admin/reconciliation')
                  : to('/admin/reconciliation', { query: { list: name } })
              }
              aria-current={name === chosen ? 'page' : undefined}
              className={clsx(
                'flex min-h-11 w-full items-center justify-center rounded-input border px-4 text-center font-medium transition-colors hover:text-ink',
                name === chosen ? 'border-line bg-surface text-ink' : 'border-transparent text-ink-2',
              )}
            >
              {words.lists[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const RAILS = ['billpay', 'razorpay'] as const;

/** Says of each rail what was read last, and when: an empty list of differences means little where nothing was read. */
function LastReads() {
  const words = useReconciliationWords();
  const { language } = useLanguage();
  const { data } = useQuery(lastReadsQuery);
  if (data === undefined) return null;
  return (
    <ul aria-label={words.lastRead} className="mb-4 text-small text-ink-2">
      {RAILS.map((rail) => {
        const read = data.items.find((one) => one.rail === rail);
        return (
          <li key={rail}>
            {words.rails[rail]}:{' '}
            {read === undefined
              ? words.neverRead
              : words.readLast(
                  words.readFiles[rail](formatDateWithYear(read.dayOn, language)),
                  read.rows,
                  formatInstant(read.readAt, language),
                )}
          </li>
        );
      })}
    </ul>
  );
}

/** Nothing is decided here, so no reason is asked: a day may be read as often as one likes. */
function ReadDay({ onClose }: { readonly onClose: () => void }) {
  const words = useReconciliationWords();
  const glossary = useGlossary();
  const client = useQueryClient();
  const [day, setDay] = useState<string>(today());
  const reading = useSendOnce({
    mutationFn: () => readDay(day),
    onSuccess: () => void adminChanged(client),
  });
  return (
    <FormDialog
      title={words.runTitle}
      description={words.runText}
      closeLabel={glossary.close}
      cancel={glossary.close}
      submit={words.runConfirm}
      pending={words.runPending}
      isPending={reading.isPending}
      onSubmit={() => reading.mutate()}
      onClose={onClose}
    >
      <TextField
        type="date"
        label={words.runDay}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {reading.isSuccess ? (
        <Notice tone="ok" isLive>
          {words.runDone(reading.data.rows)}
        </Notice>
      ) : null}
      <Failed error={reading.error} title={words.runFailed} />
    </FormDialog>
  );
}

const TONES = {
  held: 'due',
  identified: 'ok',
  returning: 'due',
  returned: 'neutral',
  taken_back: 'neutral',
} as const;

/** Money that came without an owner. */
function Receipts() {
  const words = useReconciliationWords();
  const { values } = useFilters(['status']);
  return (
    <>
      <OneFilter name="status" label={words.state} set={RECEIPT_STATUSES} labels={words.receiptStatuses} />
      <ListBeside
        query={receiptsQuery(values.status)}
        one={receiptQuery}
        rowKey={({ id }) => id}
        parameter="receipt"
        caption={words.lists.receipts}
        linkLabel={words.reference}
        label={({ paymentRef }) => paymentRef}
        columns={useReceiptColumns()}
        empty={values.status === '' ? words.noReceipts : words.emptyFiltered}
        detail={(receipt) => <ReceiptDetail receipt={receipt} />}
      />
    </>
  );
}

function useReceiptColumns(): DenseColumn<Receipt>[] {
  const words = useReconciliationWords();
  const column = useColumnKinds();
  return [
    column.money('amount', words.amount, ({ amountPaise }) => amountPaise, 'end'),
    column.instant('receivedAt', words.receivedAt, ({ receivedAt }) => receivedAt),
    valued(
      column.text('age', words.age, ({ ageDays }) => words.days(ageDays)),
      ({ ageDays }) => ageDays,
    ),
    column.date('returnOn', words.returnOn, ({ returnOn }) => returnOn, 'none'),
    column.status(
      'status',
      words.state,
      ({ status }) => <StatusTag tone={TONES[status]}>{words.receiptStatuses[status]}</StatusTag>,
      ({ status }) => words.receiptStatuses[status],
    ),
  ];
}
