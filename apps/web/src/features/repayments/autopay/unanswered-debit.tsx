import { useQuery } from '@tanstack/react-query';
import { askedDebit } from '../../../lib/autopay.ts';
import { formatDate, formatRupees } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { mandatesQuery } from '../../../lib/queries.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useAutopayWords } from './autopay.words.ts';

interface UnansweredDebitProps {
  readonly paymentId: string;
  /** It stands where the person is about to pay. */
  readonly isPaying?: boolean;
}

/** A debit that a bank was asked for and has not answered: said before anybody pays it again. Rule: LEND-20 */
export function UnansweredDebit({ paymentId, isPaying = false }: UnansweredDebitProps) {
  const words = useAutopayWords();
  const { language } = useLanguage();
  const { data } = useQuery(mandatesQuery);
  const debit = askedDebit(paymentId, data?.items ?? []);
  if (debit === undefined) return null;
  const amount = formatRupees(debit.amountPaise);
  const until = debit.state === 'presented' ? debit.answerBy : undefined;
  return (
    <Notice tone="due" title={debit.state === 'presented' ? words.presented(amount) : words.review(amount)}>
      {until === undefined ? null : <p>{words.answerBy(formatDate(until, language))}</p>}
      {isPaying ? <p>{words.paidTwice}</p> : null}
    </Notice>
  );
}
