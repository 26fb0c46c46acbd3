import { BANK_REASONS, type BankAccount, type BankAccountStatus } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Failed } from '../../lib/failed.tsx';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { StatusTag, type StatusTone } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { makeDefault, verifyAgain } from './bank-accounts.data.ts';
import { useBankWords } from './bank-accounts.words.ts';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

const TONES: Record<BankAccountStatus, StatusTone> = {
  pending: 'due',
  verified: 'ok',
  review: 'due',
  rejected: 'bad',
  unverified: 'neutral',
};

/** Bank and masked number, as the row and its buttons name the account. */
export function accountLabel({ bankName, ifsc, maskedAccountNumber }: BankAccount): string {
  return `${bankName === '' ? ifsc.slice(0, 4) : bankName} ${maskedAccountNumber}`;
}

interface BankAccountRowProps {
  readonly account: BankAccount;
  readonly onRemove: () => void;
}

export function BankAccountRow({ account, onRemove }: BankAccountRowProps) {
  const words = useBankWords();
  const { status } = account.verification;
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium break-words tabular">{accountLabel(account)}</span>
        {account.isDefault ? (
          <span className="rounded-chip bg-brand-soft px-2 py-0.5 text-caption font-medium text-brand-ink">
            {words.isDefault}
          </span>
        ) : null}
        <StatusTag tone={TONES[status]}>{words.statuses[status]}</StatusTag>
      </div>
      <p className="text-small text-ink-2 break-words">
        {[account.accountName, account.ifsc, account.branch].filter((part) => part !== '').join(' · ')}
      </p>
      <Standing account={account} />
      <Actions account={account} onRemove={onRemove} />
    </li>
  );
}

/** Explains the status to the person in a sentence. */
function Standing({ account }: { readonly account: BankAccount }) {
  const words = useBankWords();
  const { language } = useLanguage();
  const { status, reason, nameAtBank } = account.verification;
  const sentence =
    status === 'pending'
      ? words.pendingText
      : reason
        ? BANK_REASONS[reason.code][language]
        : nameAtBank === null
          ? undefined
          : words.nameAtBank(nameAtBank);
  return sentence === undefined ? null : (
    <p role="status" className="text-small text-ink-2">
      {sentence}
      {reason?.code === 'pan_first' ? (
        <>
          {' '}
          <TextLink to={to('/dashboard/kyc-verification')}>{words.verifyPan}</TextLink>
        </>
      ) : null}
    </p>
  );
}

function Actions({ account, onRemove }: BankAccountRowProps) {
  const words = useBankWords();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.bankAccounts });
  const choose = useSendOnce({
    mutationFn: makeDefault,
    onSuccess: () => {
      toast.success(words.madeDefault);
      return refresh();
    },
    onError: () => void refresh(),
  });
  const again = useSendOnce({
    mutationFn: verifyAgain,
    onSuccess: refresh,
    onError: () => void refresh(),
  });
  const label = accountLabel(account);
  const { status } = account.verification;
  const problem = choose.error ?? again.error;
  return (
    <>
      <Failed error={problem} title={words.notDone} />
      <div className="-mx-4 flex flex-wrap">
        {status === 'verified' && !account.isDefault ? (
          <Button
            tone="quiet"
            size="medium"
            aria-label={words.makeDefaultLabel(label)}
            isPending={choose.isPending}
            onClick={() => choose.mutate(account.id)}
          >
            {words.makeDefault}
          </Button>
        ) : null}
        {status === 'unverified' ? (
          <Button
            tone="quiet"
            size="medium"
            aria-label={words.tryAgainLabel(label)}
            isPending={again.isPending}
            onClick={() => again.mutate(account.id)}
          >
            {words.tryAgain}
          </Button>
        ) : null}
        <Button tone="quiet" size="medium" aria-label={words.removeLabel(label)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </>
  );
}
