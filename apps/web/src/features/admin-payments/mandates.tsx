import type { AdminPayment, Mandate } from '@mohlat/contract';
import { formatDateWithYear, formatInstant, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** Autopay of a payment: how it stands, its next debit and how the last one ended. Rule: LEND-20 */
export function Mandates({ mandates }: Pick<AdminPayment, 'mandates'>) {
  return mandates.map((mandate) => <MandateCard key={mandate.id} mandate={mandate} />);
}

function MandateCard({ mandate }: { readonly mandate: Mandate }) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const day = (date: string) => formatDateWithYear(date, language);
  const { kind, status, maskedAccountNumber, maximumPaise, until, nextDebit, lastDebit, createdAt } = mandate;
  const said = (debit: { readonly amountPaise: number; readonly on: string }, how: string) =>
    [formatRupees(debit.amountPaise), day(debit.on), how].join(' · ');
  return (
    <Card title={words.autopay}>
      <FactList
        facts={[
          { label: words.autopayState, value: words.autopayStates[status] },
          {
            label: words.autopayFrom,
            value: [words.autopayKinds[kind], maskedAccountNumber].filter((one) => one !== null).join(' · '),
          },
          {
            label: words.nextDebit,
            value: nextDebit === null ? words.noDebit : said(nextDebit, words.debitStates[nextDebit.state]),
          },
          ...(lastDebit === null
            ? []
            : [
                {
                  label: words.lastDebit,
                  value: said(
                    lastDebit,
                    lastDebit.reason === null ? words.debitPaid : words.debitReasons[lastDebit.reason],
                  ),
                },
              ]),
          { label: words.autopayMaximum, value: formatRupees(maximumPaise) },
          { label: words.autopaySince, value: formatInstant(createdAt, language) },
          { label: words.autopayUntil, value: day(until) },
        ]}
      />
    </Card>
  );
}
