import { type AnswerOf, exportLedgerLines, getBooks, proveBooksNow } from '@mohlat/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { accountName } from '../../lib/admin/facts.tsx';
import { given, useFilters } from '../../lib/admin/list.ts';
import { adminKeys } from '../../lib/admin/keys.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { call, callForFile } from '../../lib/api.ts';
import { FileButton } from '../../lib/file-button.tsx';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useBooksWords } from './books.words.ts';
import { TaxRegister } from './tax-register.tsx';

const booksQuery = (throughOn: string) =>
  queryOptions({
    queryKey: adminKeys.one('books', throughOn),
    queryFn: ({ signal }) => call(getBooks, { query: given({ throughOn }), signal }),
  });

const prove = () => call(proveBooksNow, {});

/** The lines of a month up to a day. */
const ledgerFile = (throughOn: string): Promise<Blob> =>
  callForFile(exportLedgerLines, { query: { from: `${throughOn.slice(0, 7)}-01`, to: throughOn } });

type Books = AnswerOf<typeof getBooks>;

export function Component() {
  const words = useBooksWords();
  const common = useAdminWords();
  const { values, change } = useFilters(['throughOn']);
  const query = useQuery({ ...booksQuery(values.throughOn), placeholderData: keepPreviousData });
  return (
    <AdminDetail
      query={query}
      fallbackTitle={words.title}
      title={() => words.title}
      filter={
        // Its day is not known before the first answer.
        query.isPending && values.throughOn === '' ? undefined : (
          <FilterBar
            label={common.filters}
            searchLabel={words.show}
            values={{ throughOn: values.throughOn || (query.data?.throughOn ?? '') }}
            onChange={change}
            texts={[{ name: 'throughOn', label: words.through, isDate: true }]}
            choices={[]}
          />
        )
      }
    >
      {(books) => (
        <div className="flex flex-col gap-4">
          <Balance books={books} />
          <TaxRegister key={books.throughOn} throughOn={books.throughOn} />
          <Proof proof={books.proof} />
        </div>
      )}
    </AdminDetail>
  );
}

function Balance({ books }: { readonly books: Books }) {
  const words = useBooksWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  return (
    <Card
      title={words.balance}
      description={`${words.through} ${formatDateWithYear(books.throughOn, language)}`}
      action={
        may(exportLedgerLines) ? (
          <FileButton name={words.fileName(books.throughOn)} read={() => ledgerFile(books.throughOn)} />
        ) : undefined
      }
    >
      <div className="mb-3 max-md:mt-2">
        <Notice tone={books.isBalanced ? 'ok' : 'bad'}>
          {books.isBalanced ? words.balanced : words.unbalanced}
        </Notice>
      </div>
      {books.accounts.length === 0 ? (
        <p className="text-ink-2">{words.empty}</p>
      ) : (
        <FiguresTable
          caption={words.balance}
          heads={[common.account, words.opening, words.debit, words.credit, words.closing]}
          rows={[
            ...books.accounts.map((row) => ({
              key: row.account,
              cells: [
                <span key="account">
                  {accountName(codes.ledgerAccounts, row)}{' '}
                  <span className="text-ink-3">· {words.accountKinds[row.kind]}</span>
                </span>,
                <Balanced key="opening" paise={row.openingPaise} />,
                <Posted key="debit" paise={row.debitPaise} />,
                <Posted key="credit" paise={row.creditPaise} />,
                <Balanced key="closing" paise={row.closingPaise} />,
              ],
            })),
            totalOf(books, words.total),
          ]}
        />
      )}
    </Card>
  );
}

/** The totals of both sides. The notice above says whether they are equal. */
function totalOf({ accounts }: Books, name: string) {
  const sum = (side: 'debitPaise' | 'creditPaise') =>
    accounts.reduce((paise, account) => paise + account[side], 0);
  return {
    key: 'total',
    cells: [
      <strong key="name">{name}</strong>,
      null,
      <Posted key="debit" paise={sum('debitPaise')} />,
      <Posted key="credit" paise={sum('creditPaise')} />,
      null,
    ],
  };
}

/** The balance of an account, with its side: no accountant reads a balance below zero. */
function Balanced({ paise }: { readonly paise: number }) {
  const words = useBooksWords();
  const isCredit = paise < 0;
  return (
    <span className="md:whitespace-nowrap">
      <Money paise={Math.abs(paise)} decimals="always" />
      <abbr
        title={paise === 0 ? undefined : isCredit ? words.credit : words.debit}
        className="inline-block min-w-8 pl-1 text-left text-ink-3 no-underline"
      >
        {paise === 0 ? '' : isCredit ? words.creditMark : words.debitMark}
      </abbr>
    </span>
  );
}

/** The sum posted on one side; where rows are lists its digits stand under those of the balances. */
function Posted({ paise }: { readonly paise: number }) {
  return (
    <>
      <Money paise={paise} decimals="always" />
      <span className="inline-block min-w-8 @table:hidden" />
    </>
  );
}

function Proof({ proof }: Pick<Books, 'proof'>) {
  const words = useBooksWords();
  const { language } = useLanguage();
  if (proof === null) {
    return (
      <Card title={words.proof} action={<ProveNow />}>
        <p className="text-ink-2">{words.neverProven}</p>
      </Card>
    );
  }
  // Broken invariants stand first.
  const rows = proof.invariants.toSorted((a, b) => b.breaches - a.breaches);
  return (
    <Card
      title={words.proof}
      description={words.provenAt(formatInstant(proof.provenAt, language))}
      action={<ProveNow />}
    >
      <FiguresTable
        caption={words.proof}
        heads={[words.invariant, words.breaches]}
        rows={rows.map(({ id, sentence, breaches }) => ({
          key: id,
          cells: [
            <span key="sentence">
              {id} {words.sentences[id] ?? <span lang="en">{sentence}</span>}
            </span>,
            breaches,
          ],
        }))}
      />
    </Card>
  );
}

/** It takes a while: the answer is read from the page, again. */
function ProveNow() {
  const words = useBooksWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const proving = useSendOnce({ mutationFn: prove });
  if (!may(proveBooksNow)) return null;
  return (
    <>
      {proving.isSuccess ? <span role="status">{words.proving}</span> : null}
      {proving.isError ? <span role="alert">{errorText(proving.error, language)}</span> : null}
      <Button
        tone="quiet"
        size="medium"
        className="-mr-4"
        isPending={proving.isPending}
        onClick={() => proving.mutate()}
      >
        {words.prove}
      </Button>
    </>
  );
}
