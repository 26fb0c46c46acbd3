import type { Bill } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatRupees } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { errorText, ProblemError } from '../../../lib/problem.ts';
import { paidOfBill } from '../../../lib/paid-of-bill.ts';
import { allPaymentsQuery, billQuery } from '../../../lib/queries.ts';
import { TextLink } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { PickedCard } from './pay-draft.ts';
import { usePaymentsWords } from '../payments.words.ts';
import { to } from '../../../lib/addresses.ts';

interface BillLineProps {
  readonly card: PickedCard;
  /** The fields for typing it in stand below, and not in the next step. */
  readonly hasFields?: boolean;
}

/** The bill of a card as the bank tells it, or why it does not; typing it in is always possible. */
export function BillLine({ card, hasFields = false }: BillLineProps) {
  const words = usePaymentsWords().card;
  const { language } = useLanguage();
  const { data: bill, error, isPending, failureCount } = useQuery(billQuery(card.id));
  if (isPending) {
    return (
      <p role="status" className="text-small text-ink-3">
        {words.checking} {failureCount === 0 ? null : hasFields ? words.typeBelow : words.typeInstead}
      </p>
    );
  }
  if (error || bill === undefined) {
    const code = error instanceof ProblemError ? error.code : undefined;
    // The verdict on a KYC may have changed since the page was opened; no bill is paid before it is complete.
    const needsKyc = code === 'kyc_incomplete';
    // Nor does one that is typed reach such a bank. Where nothing is due, there is nothing to type.
    const isClosed =
      code === 'biller_not_supported' || code === 'biller_deactivated' || code === 'bill_not_due';
    const typeIt = hasFields ? words.typeBelow : words.typeInstead;
    return (
      <p role="status" className="text-small text-ink-2">
        {errorText(error, language)}{' '}
        {needsKyc ? <TextLink to={to('/dashboard/kyc-verification')}>{words.completeKyc}</TextLink> : null}
        {needsKyc || isClosed ? null : typeIt}{' '}
        {code === 'mobile_required' ? (
          <TextLink to={to('/dashboard/profile', { query: { edit: 'phone' } })}>{words.addMobile}</TextLink>
        ) : null}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <PaidNotice card={card} bill={bill} />
      <div role="status" className="figure-line items-baseline rounded-card bg-sunken px-4 py-3">
        <span className="text-ink-2">
          {words.billOf}
          {bill.dueDate === null ? null : ` · ${words.due(formatDate(bill.dueDate, language))}`}
        </span>
        <span className="text-section font-semibold">
          <Money paise={bill.amountDuePaise} />
        </span>
      </div>
    </div>
  );
}

interface PaidNoticeProps {
  readonly card: PickedCard;
  readonly bill: Bill;
}

/** Tells before anything is chosen that we have paid this bill: its bank may show it for some days yet. */
export function PaidNotice({ card, bill }: PaidNoticeProps) {
  const words = usePaymentsWords().card;
  const { data } = useQuery(allPaymentsQuery);
  const paidPaise = paidOfBill(card, bill.dueDate, data?.items ?? []);
  if (bill.amountDuePaise === 0 || paidPaise < bill.amountDuePaise) return null;
  return (
    <Notice tone="ok" isLive title={words.paidAlready(formatRupees(paidPaise))}>
      {words.paidAlreadyText}
    </Notice>
  );
}
