import type { BankAccount } from '@mohlat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { removeAccount } from './bank-accounts.data.ts';
import { useBankWords } from './bank-accounts.words.ts';

interface RemoveBankAccountProps {
  readonly account: BankAccount;
  readonly label: string;
  readonly onClose: () => void;
}

export function RemoveBankAccountDialog({ account, label, onClose }: RemoveBankAccountProps) {
  const words = useBankWords().removal;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: removeAccount,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.bankAccounts });
      toast.success(words.removed);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={words.ask(label)}
      description={words.text}
      closeLabel={glossary.close}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {words.keep}
          </Button>
          <Button
            tone="danger"
            isPending={removal.isPending}
            pendingText={words.removing}
            onClick={() => removal.mutate(account.id)}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      {removal.error ? (
        <Notice tone="bad" isLive title={words.failed}>
          {errorText(removal.error, language)}
        </Notice>
      ) : null}
    </Dialog>
  );
}
