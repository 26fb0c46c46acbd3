import type { BankAccount } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../lib/keys.ts';
import { RemovalDialog } from '../../lib/removal-dialog.tsx';
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
      text={words.text}
      words={words}
      onRemove={() => removeAccount(account.id)}
      onRemoved={() => client.invalidateQueries({ queryKey: keys.bankAccounts })}
      onClose={onClose}
    />
  );
}
