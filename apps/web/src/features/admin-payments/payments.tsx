import {
  ARREARS_BUCKETS,
  BILL_STATUSES,
  BILLS_BECAME,
  CARD_BANKS,
  enquirePayment,
  exportAdminPayments,
  PAYMENT_SORTS,
  PAYMENT_STATUSES,
  type AdminPaymentItem,
} from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { useFilters } from '../../lib/admin/list.ts';
import { choiceOf, ListPage } from '../../lib/admin/list-page.tsx';
import type { RowAct } from '../../lib/admin/row-acts.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { FileButton } from '../../lib/file-button.tsx';
import { maskedCardLabel } from '../../lib/format.ts';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import type { Choice } from '../../ui/filter-bar.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { BillTag } from './bill-tag.tsx';
import { enquire, FILTERS, paymentsFile, paymentsQuery } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';
import { to } from '../../lib/addresses.ts';

/** One choice on the page, each a filter of the list: what the dashboard counts leads here. */
const LOOKS = ['needsReview', 'isOverdue', 'hasBounced', 'isParked'] as const;

/** Banks have one name in each language. */
const BANKS = CARD_BANKS.map((name) => ({ value: name, label: name }));

export function Component() {
  const words = usePaymentsWords();
  const common = useAdminWords();
  const { may } = useStaff();
  const { values, change } = useFilters(FILTERS);
  const isFiltered = FILTERS.some((name) => name !== 'sort' && values[name] !== '');
  const look = LOOKS.find((name) => values[name] === 'true') ?? '';
  return (
    <ListPage
      title={words.title}
      subtitle={words.subtitle}
      action={
        may(exportAdminPayments) ? (
          <FileButton name={words.fileName} read={() => paymentsFile(values)} />
        ) : undefined
      }
      filters={{
        values: { ...values, look, sort: values.sort || 'newest' },
        onChange: ({ look: chosen, ...changes }) =>
          change(
            chosen === undefined
              ? changes
              : {
                  ...changes,
                  ...Object.fromEntries(LOOKS.map((name) => [name, chosen === name ? 'true' : ''])),
                },
          ),
        texts: [
          { name: 'search', label: words.search },
          { name: 'from', label: common.from, isDate: true },
          { name: 'to', label: common.to, isDate: true },
          { name: 'amountMin', label: words.amountMin, isMoney: true },
          { name: 'amountMax', label: words.amountMax, isMoney: true },
        ],
        choices: useChoices(),
      }}
      query={paymentsQuery(values)}
      linkLabel={words.card}
      link={({ id, bankName, cardMasked }) => ({
        to: to('/admin/payments/:id', { id }),
        // Its dots and its digits stay in one line.
        label: maskedCardLabel(bankName, cardMasked),
      })}
      columns={useColumns()}
      acts={useActs()}
      isExported
      rowKey={({ id }) => id}
      empty={isFiltered ? words.emptyFiltered : words.empty}
    />
  );
}

/** A bill whose outcome is not known, or has not come yet, is asked after; the asking concludes nothing. */
function useActs(): RowAct<AdminPaymentItem>[] {
  const words = usePaymentsWords();
  const { may } = useStaff();
  if (!may(enquirePayment)) return [];
  return [
    {
      key: 'enquire',
      label: words.action.enquire,
      fits: ({ billStatus }) => billStatus === 'unknown' || billStatus === 'submitted',
      act: ({ id }) => enquire(id),
    },
  ];
}

function useChoices(): Choice[] {
  const words = usePaymentsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { any } = useAdminWords();
  return [
    choiceOf('status', common.status, PAYMENT_STATUSES, words.statuses, any),
    choiceOf('billStatus', words.bill, BILL_STATUSES, codes.billStatuses, any),
    choiceOf('became', words.became, BILLS_BECAME, words.becames, words.becameAny),
    choiceOf('arrears', words.arrears, ARREARS_BUCKETS, codes.arrearsBuckets, any),
    { name: 'bank', label: words.bank, anyLabel: any, options: BANKS },
    choiceOf('look', words.look, LOOKS, words.looks, any),
    choiceOf('sort', words.sort, PAYMENT_SORTS, words.sorts),
  ];
}

function useColumns(): DenseColumn<AdminPaymentItem>[] {
  const words = usePaymentsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const column = useColumnKinds();
  return [
    column.person('account', common.account, ({ account }) => account),
    column.instant('date', words.date, ({ date }) => date),
    column.money('amount', words.amount, ({ amountPaise }) => amountPaise, 'end'),
    column.money(
      'total',
      words.totalOrEnded,
      ({ totalAmountPaise, endedPaise }) => endedPaise ?? totalAmountPaise,
    ),
    column.count('late', words.late, ({ daysPastDue }) => daysPastDue),
    column.status(
      'bill',
      words.bill,
      ({ billStatus, needsReview }) => (
        <span className="inline-flex flex-col items-end gap-1 md:items-start">
          <BillTag billStatus={billStatus} />
          {needsReview ? <StatusTag tone="bad">{words.needsReview}</StatusTag> : null}
        </span>
      ),
      ({ billStatus }) => codes.billStatuses[billStatus],
    ),
  ];
}
