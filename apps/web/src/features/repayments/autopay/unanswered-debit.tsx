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

/** A debit that a bank was asked for and has not answered: said before anybody pays it again, or has to. Rule: LEND-20 */
export function UnansweredDebit({ paymentId, isPaying = false }: UnansweredDebitProps) {
  const words = useAutopayWords();
  const { language } = useLanguage();
  const { data } = useQuery(mandatesQuery);
  const mandates = data?.items ?? [];
  const debit = askedDebit(paymentId, mandates);
  if (debit === undefined) return null;
  const amount = formatRupees(debit.amountPaise);
  if (debit.state === 'review') return <LateDebit amount={amount} nextCharge={debit.nextCharge} />;
  const until = debit.answerBy;
  // Rule: LEND-L6. A debit by UPI that comes back costs nothing.
  const mayCost = mandates.some(({ nextDebit, kind }) => nextDebit === debit && kind === 'enach');
  return (
    <Notice tone="due" title={words.presented(amount)}>
      {until === undefined ? null : <p>{words.answerBy(formatDate(until, language))}</p>}
      {isPaying ? <p>{words.paidTwice}</p> : null}
      {isPaying && mayCost ? <p>{words.comesBack}</p> : null}
    </Notice>
  );
}

interface LateDebitProps {
  readonly amount: string;
  readonly nextCharge: { readonly on: string; readonly amountPaise: number } | undefined;
}

/** Its bank let its time pass: lateness counts, so paying by hand is the person's to choose. Rule: LEND-20 (amended), LEND-L4 */
function LateDebit({ amount, nextCharge }: LateDebitProps) {
  const words = useAutopayWords();
  const { language } = useLanguage();
  const charge =
    nextCharge && words.chargeNext(formatRupees(nextCharge.amountPaise), formatDate(nextCharge.on, language));
  return (
    <Notice tone="due" title={words.review(amount)}>
      <p>{[words.lateNow, charge].filter(Boolean).join(' ')}</p>
      <p>{words.payNow}</p>
    </Notice>
  );
}
