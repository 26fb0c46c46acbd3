import type { Quote } from '@mohlat/contract';
import { dateWriter, formatMonthShort, formatRupees } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { Bars, UnseenTable } from '../../../ui/bars.tsx';
import { Money } from '../../../ui/money.tsx';
import { costOverTime } from './cost-over-time.ts';
import { useCostWords } from './cost.words.ts';
import { usePaymentsWords } from '../payments.words.ts';
import { planKey } from './plan-picker.tsx';

const exact = (paise: number) => <Money paise={paise} decimals="always" />;

interface CostPictureProps {
  readonly quote: Quote;
}

/** Shows the cost of time: every plan beside the others, and the chosen one month by month. */
export function CostPicture({ quote }: CostPictureProps) {
  return (
    <div className="flex flex-col gap-6">
      <PlanCosts quote={quote} />
      {quote.schedule.length > 1 ? <CostGrowth quote={quote} /> : null}
    </div>
  );
}

/** Sorts the plans by duration, so that the cost of more time shows from left to right. */
function PlanCosts({ quote }: CostPictureProps) {
  const words = useCostWords();
  const { cost } = useGlossary();
  const options = quote.options
    .map((option) => {
      const costPaise = option.totalAmountPaise - quote.amountPaise;
      return { ...option, costPaise, feePaise: costPaise - option.interestPaise };
    })
    .toSorted((a, b) => a.instalmentCount - b.instalmentCount);
  return (
    <Bars
      title={words.plans}
      legend={[
        { tone: 'quiet', label: cost.serviceFee },
        { tone: 'due', label: cost.interest },
      ]}
      columns={options.map((option) => ({
        key: planKey(option.plan),
        label: words.times(option.instalmentCount),
        mark: formatRupees(option.costPaise),
        isFaint: planKey(option.plan) !== planKey(quote.plan),
        parts: [
          { tone: 'quiet', value: option.feePaise },
          { tone: 'due', value: option.interestPaise },
        ],
      }))}
      table={<PlanTable options={options} />}
    />
  );
}

interface PlanTableProps {
  readonly options: readonly (Quote['options'][number] & {
    readonly feePaise: number;
    readonly costPaise: number;
  })[];
}

function PlanTable({ options }: PlanTableProps) {
  const words = useCostWords();
  const { confirm } = usePaymentsWords();
  const { cost } = useGlossary();
  return (
    <UnseenTable
      caption={words.plans}
      heads={[words.plan, cost.serviceFee, cost.interest, words.cost]}
      rows={options.map(({ plan, instalmentCount, feePaise, interestPaise, costPaise }) => ({
        key: planKey(plan),
        cells: [
          plan.kind === 'single' ? confirm.single : confirm.planCount(instalmentCount),
          exact(feePaise),
          exact(interestPaise),
          exact(costPaise),
        ],
      }))}
    />
  );
}

function CostGrowth({ quote }: CostPictureProps) {
  const words = useCostWords();
  const { language } = useLanguage();
  const points = costOverTime(quote);
  const write = dateWriter(
    quote.schedule.map((row) => row.dueDate),
    language,
  );
  return (
    <Bars
      title={words.falls}
      legend={[
        { tone: 'brand', label: words.left },
        { tone: 'due', label: words.soFar },
      ]}
      columns={points.map(({ dueDate, leftPaise, costPaise }) => ({
        key: dueDate ?? '',
        label: dueDate === undefined ? words.today : formatMonthShort(dueDate, language),
        parts: [
          { tone: 'brand', value: leftPaise },
          { tone: 'due', value: costPaise },
        ],
      }))}
      table={
        <>
          <p className="text-small">
            {words.sum(
              formatRupees(quote.totalAmountPaise, 'always'),
              formatRupees(quote.amountPaise, 'always'),
              formatRupees(quote.totalAmountPaise - quote.amountPaise, 'always'),
            )}
          </p>
          <UnseenTable
            caption={words.falls}
            heads={[words.after, words.left, words.soFar]}
            rows={points.map(({ dueDate, leftPaise, costPaise }) => ({
              key: dueDate ?? '',
              cells: [
                dueDate === undefined ? words.today : write(dueDate),
                exact(leftPaise),
                exact(costPaise),
              ],
            }))}
          />
        </>
      }
    />
  );
}
