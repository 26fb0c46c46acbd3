import { useQuery } from '@tanstack/react-query';
import { LoadingFace } from '../../../lib/faces.tsx';
import { formatMonth, formatMonthShort, formatRupees, today } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { Bars, UnseenTable } from '../../../ui/bars.tsx';
import { Card } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { spendQuery } from '../payments.data.ts';
import { usePaymentsWords } from '../payments.words.ts';
import { isEven, spendByMonth, type SpendMonth, toldMonths } from './spend-months.ts';

/** A picture beside the list, not the list: where it fails or has nothing to compare, it is not there. */
export function SpendByMonth() {
  const words = usePaymentsWords().spend;
  const { language } = useLanguage();
  const { data, isPending, refetch } = useQuery(spendQuery);
  if (isPending) {
    return (
      <LoadingFace onRetry={() => void refetch()}>
        <Skeleton height="hero" />
      </LoadingFace>
    );
  }
  const months = data === undefined ? [] : spendByMonth(data.items, data.nextCursor === null, today());
  if (months.length < 2 || isEven(months)) return null;
  const told = toldMonths(months);
  return (
    <Card title={words.title}>
      <Bars
        title={words.text}
        columns={months.map(({ month, paidPaise }) => ({
          key: month,
          label: formatMonthShort(`${month}-01`, language),
          parts: [{ tone: 'brand', value: paidPaise }],
          ...(told.has(month) ? { figure: formatRupees(paidPaise) } : {}),
        }))}
        table={<SpendTable months={months} />}
      />
    </Card>
  );
}

function SpendTable({ months }: { readonly months: readonly SpendMonth[] }) {
  const words = usePaymentsWords().spend;
  const { language } = useLanguage();
  const highest = months.reduce((best, one) => (one.paidPaise >= best.paidPaise ? one : best));
  return (
    <>
      <p className="text-small">
        {words.highest(formatMonth(highest.month, language), formatRupees(highest.paidPaise))}
      </p>
      <UnseenTable
        caption={words.title}
        heads={[words.month, words.bills, words.paid]}
        rows={months.map(({ month, billCount, paidPaise }) => ({
          key: month,
          cells: [
            formatMonth(month, language),
            billCount,
            <Money key="paid" paise={paidPaise} decimals="always" />,
          ],
        }))}
      />
    </>
  );
}
