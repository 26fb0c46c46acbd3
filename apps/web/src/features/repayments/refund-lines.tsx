import type { Repayment } from '@mohlat/contract';
import { formatInstant, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRepaymentsWords } from './repayments.words.ts';

/** What goes back of a repayment. A refusal that was followed by another try is not shown. */
export function RefundLines({ refunds }: { readonly refunds: Repayment['refunds'] }) {
  const words = useRepaymentsWords().refunds;
  const { language } = useLanguage();
  const shown = refunds.filter((one, index) => one.status !== 'failed' || index === refunds.length - 1);
  return shown.map(({ id, status, amountPaise, settledAt }) => {
    const amount = formatRupees(amountPaise);
    const text =
      status === 'processed' && settledAt !== null
        ? words.returned(amount, formatInstant(settledAt, language))
        : status === 'failed'
          ? words.refused(amount)
          : words.underWay(amount);
    return (
      <span key={id} className="text-small text-ink-2">
        {text}
      </span>
    );
  });
}

/** Money of theirs that is still here. */
export function RefundNotice({ paise }: { readonly paise: number }) {
  const words = useRepaymentsWords().refunds;
  if (paise === 0) return null;
  return (
    <Notice tone="info" title={words.title(formatRupees(paise))}>
      <p>{words.text}</p>
    </Notice>
  );
}
