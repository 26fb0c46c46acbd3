import { runReconciliation } from '@mohlat/contract';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { oneOf } from '../../lib/admin/filters.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Breaks } from './breaks.tsx';
import { Chargebacks } from './chargebacks.tsx';
import { ReadDay } from './read-day.tsx';
import { Receipts } from './receipts.tsx';
import { useReconciliationWords } from './reconciliation.words.ts';
import { Settlements } from './settlements.tsx';

const LISTS = ['breaks', 'receipts', 'chargebacks', 'settlements'] as const;
type ListName = (typeof LISTS)[number];
const PAGES = { breaks: Breaks, receipts: Receipts, chargebacks: Chargebacks, settlements: Settlements };

/** What a rail and our books say of each other: four lists, of which the address names one. */
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
              to={name === 'breaks' ? '/admin/reconciliation' : `/admin/reconciliation?list=${name}`}
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
