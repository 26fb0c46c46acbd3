import type { Payment } from '@mohlat/contract';
import { isInMotion } from '../../lib/bill-status.ts';
import { formatInstant, formatRupees, maskedCardLabel } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMeWords } from './me.words.ts';
import { to } from '../../lib/addresses.ts';

/** Payments that have not settled stand above everything else, each with the way to follow it. */
export function MoneyInMotion({ payments }: { readonly payments: readonly Payment[] }) {
  const words = useMeWords().dashboard;
  const glossary = useGlossary();
  const { language } = useLanguage();
  return payments
    .filter((payment) => isInMotion(payment.billStatus))
    .map((payment) => (
      <Notice
        key={payment.id}
        tone={payment.billStatus === 'unknown' ? 'due' : 'info'}
        isLive
        title={glossary.bill[payment.billStatus](payment.bankName)}
        actions={
          <LinkButton
            to={to('/dashboard/payment-success', { query: { id: payment.id } })}
            size="medium"
            tone="secondary"
          >
            {words.motionFollow}
          </LinkButton>
        }
      >
        <p>
          {formatRupees(payment.amountPaise)} · {maskedCardLabel(payment.bankName, payment.cardMasked)}
          <span className="max-md:hidden"> · </span>
          <span className="block md:inline-block">{formatInstant(payment.date, language)}</span>
        </p>
        <p>{words.motionSafe}</p>
      </Notice>
    ));
}
