import type { Plan, PlanOption } from '@mohlat/contract';
import { dateWriter } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { Money } from '../../../ui/money.tsx';
import { formatInstalments } from '../../../ui/rupees.ts';
import { usePressed } from '../../../ui/use-pressed.ts';
import { usePaymentsWords } from '../payments.words.ts';

/** One text per plan, so that plans can be compared and stand in a radio's value. */
export function planKey(plan: Plan): string {
  return plan.kind === 'single' ? 'single' : `emi-${plan.instalments}`;
}

/** The parts in which a plan is repaid. */
export const instalmentsOf = (option: PlanOption) => ({
  count: option.instalmentCount,
  eachPaise: option.instalmentPaise,
  totalPaise: option.totalAmountPaise,
});

/** The cheapest in rupees first; every plan with its total, its APR and its first date. */
export function sortedOptions(options: readonly PlanOption[]): PlanOption[] {
  return [...options].sort((a, b) => a.totalAmountPaise - b.totalAmountPaise);
}

interface PlanPickerProps {
  readonly options: readonly PlanOption[];
  readonly chosen: Plan;
  readonly onChoose: (plan: Plan) => void;
}

/** The pressed plan is marked at once; the rest of the step, which is long, is drawn after that. */
export function PlanPicker({ options, chosen, onChoose }: PlanPickerProps) {
  const words = usePaymentsWords().confirm;
  const { language } = useLanguage();
  const [pressed, press] = usePressed(planKey(chosen), (key) => {
    const option = options.find((candidate) => planKey(candidate.plan) === key);
    if (option) onChoose(option.plan);
  });
  const write = dateWriter(
    options.map((option) => option.firstDueDate),
    language,
  );
  return (
    <RadioCards
      legend={words.plan}
      name="plan"
      value={pressed}
      onValueChange={press}
      options={sortedOptions(options).map((option) => {
        const date = write(option.firstDueDate);
        const isSingle = option.plan.kind === 'single';
        return {
          value: planKey(option.plan),
          title: isSingle ? words.single : words.planCount(option.instalmentCount),
          detail: isSingle ? words.on(date, option.aprPercent) : words.first(date, option.aprPercent),
          aside: (
            <span className="flex flex-col">
              <Money paise={option.totalAmountPaise} decimals="always" className="font-semibold" />
              <span className="text-caption text-ink-3">
                {isSingle ? words.totalOf : formatInstalments(instalmentsOf(option), 'always')}
              </span>
            </span>
          ),
        };
      })}
    />
  );
}
