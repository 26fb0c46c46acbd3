import type { AdminPayment } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { accountName, codeWord } from '../../lib/admin/facts.tsx';
import { formatDateWithYear } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { Money } from '../../ui/money.tsx';
import { usePaymentsWords } from './payments.words.ts';

type Journal = AdminPayment['journals'][number];

/** One of these for every day of a loan's life would hide the rest. */
const DAILY = 'accrual';

/** Debits and credits of each event, as the ledger has them; those of every day are folded away. */
export function Journals({ journals }: Pick<AdminPayment, 'journals'>) {
  const words = usePaymentsWords();
  const daily = journals.filter(({ kind }) => kind === DAILY);
  return (
    <Card title={words.journals}>
      {journals.length === 0 ? <p className="text-ink-2">{words.noJournals}</p> : null}
      <Entries journals={journals.filter(({ kind }) => kind !== DAILY)} />
      {daily.length === 0 ? null : (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 items-center font-medium text-brand-ink underline underline-offset-4">
            {words.dailyInterest(daily.length)}
          </summary>
          <Entries journals={daily} />
        </details>
      )}
    </Card>
  );
}

function Entries({ journals }: { readonly journals: readonly Journal[] }) {
  const words = usePaymentsWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const side = (paise: number) => (paise > 0 ? <Money paise={paise} decimals="always" /> : '');
  return (
    <div className="flex flex-col gap-4">
      {journals.map(({ id, kind, isReversal, effectiveOn, postings }) => {
        const title = `${codeWord(codes.journalKinds, kind)}${isReversal ? ` (${words.reversal})` : ''} · ${formatDateWithYear(effectiveOn, language)}`;
        return (
          <div key={id}>
            <h3 className="font-medium">{title}</h3>
            <FiguresTable
              caption={title}
              heads={['', words.debit, words.credit]}
              isAligned
              rows={postings.map((posting, index) => ({
                key: `${posting.account}${index}`,
                cells: [
                  accountName(codes.ledgerAccounts, posting),
                  side(posting.amountPaise),
                  side(-posting.amountPaise),
                ],
              }))}
            />
          </div>
        );
      })}
    </div>
  );
}
