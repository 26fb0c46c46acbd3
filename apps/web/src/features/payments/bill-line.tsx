import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { billQuery } from '../../lib/queries.ts';
import { TextLink } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** The bill of a card as the bank tells it, or why it does not; typing it in is always possible. */
export function BillLine({ cardId }: { readonly cardId: string }) {
  const words = usePaymentsWords().card;
  const { language } = useLanguage();
  const { data: bill, error, isPending } = useQuery(billQuery(cardId));
  if (isPending) {
    return (
      <p role="status" className="text-small text-ink-3">
        {words.checking}
      </p>
    );
  }
  if (error || bill === undefined) {
    const needsMobile = error instanceof ProblemError && error.code === 'mobile_required';
    return (
      <p role="status" className="text-small text-ink-2">
        {errorText(error, language)} {words.typeInstead}{' '}
        {needsMobile ? <TextLink to="/dashboard/profile?edit=phone">{words.addMobile}</TextLink> : null}
      </p>
    );
  }
  return (
    <div role="status" className="flex items-baseline justify-between gap-4 rounded-card bg-sunken px-4 py-3">
      <span className="text-ink-2">
        {words.billOf}
        {bill.dueDate === null ? null : ` · ${words.due(formatDate(bill.dueDate, language))}`}
      </span>
      <span className="text-section font-semibold">
        <Money paise={bill.amountDuePaise} />
      </span>
    </div>
  );
}
