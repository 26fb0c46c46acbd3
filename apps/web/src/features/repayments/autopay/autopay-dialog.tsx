import type { AnswerOf, BankAccount, getMandateOffer, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateWriter, formatRupees } from '../../../lib/format.ts';
import { ErrorFace, LoadingFace } from '../../../lib/faces.tsx';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { useOnline } from '../../../lib/online.ts';
import { bankAccountsQuery } from '../../../lib/bank-accounts-query.ts';
import { TextLink } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/card.tsx';
import { RadioCards, type RadioOption } from '../../../ui/radio-cards.tsx';
import { FormDialog } from '../../../ui/dialog.tsx';
import { useErrorTitle } from '../../../ui/error-title.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { mandateOfferQuery, type AutopayChoice } from './autopay.data.ts';
import { useAutopayWords } from './autopay.words.ts';
import type { AutopayState } from './use-autopay.ts';
import { to } from '../../../lib/addresses.ts';

type Offer = AnswerOf<typeof getMandateOffer>;

interface AutopayDialogProps {
  readonly payment: Payment;
  readonly autopay: AutopayState;
  readonly onClose: () => void;
}

const UPI = 'upi';
const NO_ACCOUNT = 'none';

/** Shows the debits, their account and the way to stop them, then opens the bank's approval. Rule: LEND-20 */
export function AutopayDialog({ payment, autopay, onClose }: AutopayDialogProps) {
  const words = useAutopayWords().dialog;
  const glossary = useGlossary();
  const isOnline = useOnline();
  const offer = useQuery(mandateOfferQuery(payment.id));
  const accounts = useQuery(bankAccountsQuery);
  const verified = (accounts.data?.items ?? []).filter((one) => one.verification.status === 'verified');
  const [chosen, choose] = useState<string>();
  const value = chosen ?? firstChoice(offer.data, verified);
  const choice = choiceOf(value);
  const failed = [offer, accounts].find((read) => read.isError && read.data === undefined);
  const canGo = choice !== undefined && accounts.data !== undefined && (offer.data?.debits.length ?? 0) > 0;
  useErrorTitle(autopay.startProblem !== undefined);
  return (
    <FormDialog
      title={words.title}
      description={words.text}
      closeLabel={glossary.close}
      cancel={glossary.cancel}
      submit={words.go}
      pending={words.opening}
      isPending={autopay.isStarting}
      isDisabled={!isOnline || !canGo}
      onSubmit={() => {
        if (choice) autopay.start({ choice, onStarted: onClose });
      }}
      onClose={onClose}
    >
      {autopay.startProblem === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {autopay.startProblem}
        </Notice>
      )}
      {failed ? (
        <ErrorFace title={words.unknown} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : offer.data === undefined || accounts.data === undefined ? (
        <LoadingFace
          onRetry={() => {
            void offer.refetch();
            void accounts.refetch();
          }}
        >
          <Skeleton height="hero" />
        </LoadingFace>
      ) : (
        <Terms payment={payment} offer={offer.data} accounts={verified} value={value} onChoose={choose} />
      )}
    </FormDialog>
  );
}

function firstChoice(offer: Offer | undefined, accounts: readonly BankAccount[]): string | undefined {
  if (offer === undefined || offer.upi.isPossible) return UPI;
  return (accounts.find((one) => one.isDefault) ?? accounts[0])?.id;
}

function choiceOf(value: string | undefined): AutopayChoice | undefined {
  if (value === undefined || value === NO_ACCOUNT) return undefined;
  return value === UPI ? { kind: 'upi' } : { kind: 'enach', bankAccountId: value };
}

interface TermsProps {
  readonly payment: Payment;
  readonly offer: Offer;
  readonly accounts: readonly BankAccount[];
  readonly value: string | undefined;
  readonly onChoose: (value: string) => void;
}

function Terms({ payment, offer, accounts, value, onChoose }: TermsProps) {
  const words = useAutopayWords().dialog;
  const { language } = useLanguage();
  if (offer.debits.length === 0) return <Notice title={words.nothing} />;
  const write = dateWriter([...offer.debits.map((debit) => debit.on), offer.until], language);
  const hasOverdue = payment.schedule.some((row) => row.status === 'overdue');
  return (
    <>
      <Ways offer={offer} accounts={accounts} value={value} onChoose={onChoose} />
      <section>
        <h3 className="text-small font-medium">{words.collected}</h3>
        <FactList
          facts={[
            ...offer.debits.map((debit) => ({
              label: words.line(debit.instalment, write(debit.on)),
              value: <Money paise={debit.amountPaise} />,
            })),
            { label: words.until, value: write(offer.until) },
            { label: words.maximum, value: <Money paise={offer.maximumPaise} /> },
          ]}
        />
        <p className="text-small text-ink-3">{words.maximumNote}</p>
      </section>
      {hasOverdue ? <Notice tone="due" title={words.overdue} /> : null}
      <ul className="list-disc pl-5 text-small text-ink-2">
        {words.rules.map((rule) => (
          <li key={rule} className="mt-1">
            {rule}
          </li>
        ))}
      </ul>
    </>
  );
}

function Ways({ offer, accounts, value, onChoose }: Omit<TermsProps, 'payment'>) {
  const words = useAutopayWords().dialog;
  const options: RadioOption<string>[] = [
    {
      value: UPI,
      title: words.upi,
      detail: offer.upi.isPossible
        ? words.upiNote
        : words.upiAbove(formatRupees(offer.upi.maximumDebitPaise)),
      disabled: !offer.upi.isPossible,
    },
    ...accounts.map((account) => ({
      value: account.id,
      title: words.account(
        account.bankName === '' ? account.ifsc.slice(0, 4) : account.bankName,
        account.maskedAccountNumber,
      ),
      detail: words.accountNote(formatRupees(offer.bounceChargePaise)),
    })),
    ...(accounts.length === 0
      ? [{ value: NO_ACCOUNT, title: words.noAccount, detail: words.noAccountNote, disabled: true }]
      : []),
  ];
  return (
    <div className="flex flex-col gap-2">
      <RadioCards
        legend={words.legend}
        name="autopay"
        options={options}
        value={value}
        onValueChange={onChoose}
      />
      {accounts.length === 0 ? (
        <TextLink to={to('/dashboard/profile')} className="inline-flex min-h-11 items-center self-start">
          {words.link}
        </TextLink>
      ) : null}
    </div>
  );
}
