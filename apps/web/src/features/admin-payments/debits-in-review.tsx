import type { AdminPayment } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { Reference } from '../../lib/admin/reference.tsx';
import { formatDateWithYear } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** Debits whose banks did not answer in time, with what a member of staff needs to ask for them. */
export function DebitsInReview({ debitsInReview }: Pick<AdminPayment, 'debitsInReview'>) {
  const words = usePaymentsWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  return debitsInReview.map(({ id, number, amountPaise, presentedDate, answerByDate, orderRef }) => (
    <Card key={id} title={words.debitsInReview} description={words.debitsInReviewText}>
      <FactList
        facts={[
          { label: words.debitOf(number), value: <Money paise={amountPaise} decimals="always" /> },
          { label: words.presentedOn, value: formatDateWithYear(presentedDate, language) },
          {
            label: words.answerBy,
            value: answerByDate === null ? common.nobody : formatDateWithYear(answerByDate, language),
          },
          {
            label: words.orderRef,
            value: orderRef === null ? common.nobody : <Reference text={orderRef} of={words.orderRef} />,
          },
        ]}
      />
    </Card>
  ));
}
