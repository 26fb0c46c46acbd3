import type { BankAccount } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { to } from '../../lib/addresses.ts';
import { mandatesFrom } from '../../lib/autopay.ts';
import { maskedCardLabel } from '../../lib/format.ts';
import { keys } from '../../lib/keys.ts';
import { allPaymentsQuery, mandatesQuery } from '../../lib/queries.ts';
import { RemovalDialog } from '../../lib/removal-dialog.tsx';
import { TextLink } from '../../ui/button.tsx';
import { removeAccount } from './bank-accounts.data.ts';
import { useBankWords } from './bank-accounts.words.ts';

interface RemoveBankAccountProps {
  readonly account: BankAccount;
  readonly label: string;
  readonly onClose: () => void;
}

export function RemoveBankAccountDialog({ account, label, onClose }: RemoveBankAccountProps) {
  const words = useBankWords().removal;
  const client = useQueryClient();
  return (
    <RemovalDialog
      title={words.ask(label)}
      text={
        <>
          {words.text}
          <GoesOn account={account} />
        </>
      }
      words={words}
      onRemove={() => removeAccount(account.id)}
      onRemoved={() => client.invalidateQueries({ queryKey: keys.bankAccounts })}
      onClose={onClose}
    />
  );
}

/** The bank's own permissions outlive the account here: each is named, with the way to end it. */
function GoesOn({ account }: Pick<RemoveBankAccountProps, 'account'>) {
  const words = useBankWords().removal;
  const mandates = useQuery(mandatesQuery).data?.items ?? [];
  const payments = useQuery(allPaymentsQuery).data?.items ?? [];
  return mandatesFrom(account, mandates).map(({ id, paymentId }) => {
    const payment = payments.find((one) => one.id === paymentId);
    const card = payment && maskedCardLabel(payment.bankName, payment.cardMasked);
    return (
      <span key={id} className="mt-2 block text-ink">
        {words.autopay(card)}{' '}
        <TextLink to={to('/dashboard/payments/:id', { id: paymentId })}>{words.endAutopay}</TextLink>
      </span>
    );
  });
}
