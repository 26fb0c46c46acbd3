import { formatDateWithYear, formatRupees, today } from '../../lib/format.ts';
import { formatDay } from '../../lib/format-day.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Bars, UnseenTable } from '../../ui/bars.tsx';
import { Money } from '../../ui/money.tsx';
import { balanceToZero } from './balance.ts';
import { useRepaymentsWords } from './repayments.words.ts';

/** When nothing is owed any more, if each instalment is paid on its day; nothing where that cannot be said. */
export function BalanceFalling({ items }: { readonly items: Parameters<typeof balanceToZero>[0] }) {
  const words = useRepaymentsWords().falling;
  const { language } = useLanguage();
  const steps = balanceToZero(items, today());
  const end = steps?.at(-1);
  if (steps === undefined || end === undefined) return null;
  const told = new Set([0, steps.length - 1]);
  return (
    <section className="flex flex-col gap-2 px-4 py-3 md:px-5" aria-labelledby="balance-falling">
      <h3 id="balance-falling" className="font-semibold">
        {words.question}
      </h3>
      <Bars
        title={words.answer(formatDateWithYear(end.on, language))}
        columns={steps.map(({ on, leftPaise }, index) => ({
          key: on,
          label: index === 0 ? words.today : formatDay(on, language),
          parts: [{ tone: 'brand', value: leftPaise }],
          ...(told.has(index) ? { figure: formatRupees(leftPaise) } : {}),
        }))}
        table={
          <UnseenTable
            caption={words.question}
            heads={[words.day, words.left]}
            rows={steps.map(({ on, leftPaise }) => ({
              key: on,
              cells: [
                formatDateWithYear(on, language),
                <Money key="left" paise={leftPaise} decimals="always" />,
              ],
            }))}
          />
        }
      />
    </section>
  );
}
