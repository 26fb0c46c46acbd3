import type { BankAccount } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { UnreadFace } from '../../lib/faces.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { accountLabel, BankAccountRow } from './bank-account-row.tsx';
import { bankAccountsQuery } from '../../lib/bank-accounts-query.ts';
import { useBankWords } from './bank-accounts.words.ts';

// The form's libraries come when the user adds an account.
const loadDialog = () => import('./link-bank-account.tsx');
const LinkBankAccountDialog = lazy(() =>
  loadDialog().then((module) => ({ default: module.LinkBankAccountDialog })),
);

const RemoveDialog = lazy(() =>
  import('./remove-bank-account.tsx').then((module) => ({ default: module.RemoveBankAccountDialog })),
);

/** The linked accounts: how each stands, which one repayments come from, and the way to add another. */
export function BankAccountsSection() {
  const words = useBankWords();
  const accounts = useQuery(bankAccountsQuery);
  const [isLinking, setIsLinking] = useState(false);
  // Held here: after a lost answer its row may be gone while the dialog still has to say so.
  const [leaving, setLeaving] = useState<BankAccount>();
  // The one repayments come from stands first.
  const items = accounts.data?.items.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return (
    <Card title={words.title}>
      <UnreadFace query={accounts} title={words.loadFailed}>
        <Skeleton height="row" />
      </UnreadFace>
      {items === undefined ? null : (
        <div className="flex flex-col items-start gap-3">
          {items.length === 0 ? <p className="text-ink-2">{words.none}</p> : null}
          <ul className="ruled w-full">
            {items.map((account) => (
              <BankAccountRow key={account.id} account={account} onRemove={() => setLeaving(account)} />
            ))}
          </ul>
          <Button
            tone="secondary"
            size="medium"
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setIsLinking(true)}
          >
            {items.length === 0 ? words.add : words.addAnother}
          </Button>
        </div>
      )}
      {isLinking ? (
        <Suspense>
          <LinkBankAccountDialog onClose={() => setIsLinking(false)} />
        </Suspense>
      ) : null}
      {leaving ? (
        <Suspense>
          <RemoveDialog
            account={leaving}
            label={accountLabel(leaving)}
            onClose={() => setLeaving(undefined)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
