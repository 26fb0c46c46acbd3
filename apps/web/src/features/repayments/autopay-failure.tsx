import type { Mandate, Payment } from '@mohlat/contract';
import { formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAutopayWords } from './autopay.words.ts';

interface AutopayFailureProps {
  readonly payment: Payment;
  readonly mandate: Mandate;
}

/** A debit that was not made, while its instalment is unpaid: why, what it costs, and whether it is tried again. */
export function AutopayFailure({ payment, mandate }: AutopayFailureProps) {
  const words = useAutopayWords();
  const { language } = useLanguage();
  const { lastDebit, nextDebit } = mandate;
  if (lastDebit?.state !== 'failed') return null;
  const row = payment.schedule.find((one) => one.number === lastDebit.instalment);
  if (row === undefined || row.status === 'paid') return null;
  const bounce = payment.charges.find(
    (charge) => charge.kind === 'bounce' && charge.instalment === lastDebit.instalment,
  );
  const again = mandate.status === 'active' && nextDebit?.instalment === lastDebit.instalment;
  return (
    <Notice
      tone="due"
      title={words.failedTitle(formatRupees(lastDebit.amountPaise), formatDate(lastDebit.on, language))}
    >
      <p>{words.reasons[lastDebit.reason ?? 'technical']}</p>
      {bounce ? <p>{words.bounced(formatRupees(bounce.amountPaise))}</p> : null}
      <p>{again ? words.again(formatDate(nextDebit.on, language)) : words.notAgain}</p>
    </Notice>
  );
}
