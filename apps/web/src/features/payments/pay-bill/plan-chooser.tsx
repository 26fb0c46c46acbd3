import type { Plan, PlanOption } from '@mohlat/contract';
import { type BusinessDate, businessDate, daysBetween } from '@mohlat/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDate, formatRupees, today } from '../../../lib/format.ts';
import { formatDay } from '../../../lib/format-day.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import type { Language } from '../../../lib/language.ts';
import { type PreferencesChange, preferencesQuery, storePreferences } from '../../../lib/preferences.ts';
import { errorText } from '../../../lib/problem.ts';
import { useSalaryDay } from '../../../lib/salary-day.ts';
import { salaryDays } from '../../../lib/salary-days.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Stop, StopLine, type StopMark } from './stop-line.tsx';
import { formatInstalments } from '../../../ui/rupees.ts';
import { TimeLegend } from '../../../ui/time-legend.tsx';
import { useCounting } from '../../../ui/use-counting.ts';
import { usePaymentsWords } from '../payments.words.ts';
import { instalmentsOf, planKey, PlanPicker, sortedOptions } from './plan-picker.tsx';

interface PlanChooserProps {
  readonly options: readonly PlanOption[];
  readonly chosen: Plan;
  /** The plan was agreed to and stands: it is shown, and no other. */
  readonly isFixed: boolean;
  /** The due date of the bill that is paid; empty where it is unknown. */
  readonly billDueDate: string;
  readonly onChoose: (plan: Plan) => void;
}

const dayOf = (date: BusinessDate) => daysBetween(today(), date);

/**
 * Shows the plans on offer as a line whose end is dragged or stepped by keys, with the price of each, and as a list.
 * The price changes with the drag, before the server has written the quote for it.
 */
export function PlanChooser({ options, chosen, isFixed, billDueDate, onChoose }: PlanChooserProps) {
  const words = usePaymentsWords().confirm;
  const { language } = useLanguage();
  const [preview, setPreview] = useState<string>();
  const byDay = options.toSorted((one, other) => dayOf(one.lastDueDate) - dayOf(other.lastDueDate));
  const planOf = (key: string) => options.find((option) => planKey(option.plan) === key);
  const shown = planOf(preview ?? planKey(chosen));
  const salary = useSalaryDay();
  const until = byDay.at(-1);
  if (shown === undefined || until === undefined) return null;
  if (isFixed) return <Price option={shown} />;
  const choose = (key: string) => {
    setPreview(undefined);
    const option = planOf(key);
    if (option !== undefined && key !== planKey(chosen)) onChoose(option.plan);
  };
  const salaries = salary.day === undefined ? [] : salaryDays(salary.day, today(), until.lastDueDate);
  return (
    <section aria-label={words.howLong} className="@container flex flex-col gap-3">
      <Price option={shown} />
      <CheaperPlan options={options} shown={shown} onChoose={onChoose} />
      <StopLine
        label={words.howLong}
        stops={byDay.map((option) => stopOf(option, language, words.stop))}
        value={planKey(chosen)}
        onPreview={setPreview}
        onChoose={choose}
        marks={marksOf(shown, billDueDate, salaries)}
      />
      <div className="hidden flex-col gap-1 @line:flex">
        <Legend billDueDate={billDueDate} salaryDay={salaries.length > 0 ? salary.day : undefined} />
        {options.length > 1 ? (
          <p className="text-caption text-ink-3">
            {words.dragIt} <span className="pointer-coarse:hidden">{words.stepIt}</span>
          </p>
        ) : null}
      </div>
      <PlanPicker options={options} chosen={planOf(preview ?? '')?.plan ?? chosen} onChoose={onChoose} />
      <SalaryQuestion />
    </section>
  );
}

/** The one thing of this step: what it comes to, and until when. */
function Price({ option }: { readonly option: PlanOption }) {
  const words = usePaymentsWords().confirm;
  const { language } = useLanguage();
  const paise = useCounting(option.totalAmountPaise);
  const last = formatDate(option.lastDueDate, language);
  return (
    <p className="flex flex-col">
      <span className="text-small text-ink-2">{words.youRepay}</span>
      <Money paise={paise} size="hero" />
      {/* On a phone the parts take two lines: one payment keeps their height, because a finger may hold the line below. */}
      <span className="text-ink-2 max-md:min-h-13">
        {option.instalmentCount === 1
          ? words.inOne(last)
          : words.inParts(formatInstalments(instalmentsOf(option)), last)}
        {'\u00a0· '}
        <span className="whitespace-nowrap">{words.atApr(option.aprPercent)}</span>
      </span>
    </p>
  );
}

interface CheaperPlanProps extends Pick<PlanChooserProps, 'options' | 'onChoose'> {
  readonly shown: PlanOption;
}

/** Names the saving of the cheapest plan against the one shown, or says that the one shown is the cheapest. */
function CheaperPlan({ options, shown, onChoose }: CheaperPlanProps) {
  const words = usePaymentsWords().confirm;
  const { language } = useLanguage();
  const [cheapest] = sortedOptions(options);
  const savedPaise = shown.totalAmountPaise - (cheapest ?? shown).totalAmountPaise;
  return (
    // The height stays the same, as above: on a phone the press stands below the words.
    <p className="min-h-11 text-small text-ink-2 max-md:min-h-17">
      {cheapest === undefined || savedPaise <= 0 ? (
        words.cheapest
      ) : (
        <>
          {words.cheaper(
            cheapest.instalmentCount,
            formatDate(cheapest.lastDueDate, language),
            formatRupees(savedPaise),
          )}{' '}
          <TextButton className="text-small" onClick={() => onChoose(cheapest.plan)}>
            {words.takeThat}
          </TextButton>
        </>
      )}
    </p>
  );
}

function stopOf(option: PlanOption, language: Language, say: (plan: StopWords) => string): Stop {
  const last = option.lastDueDate;
  const figure = formatRupees(option.totalAmountPaise);
  return {
    key: planKey(option.plan),
    day: dayOf(last),
    date: formatDay(last, language),
    figure,
    words: say({
      count: option.instalmentCount,
      last: formatDate(last, language),
      total: figure,
      apr: option.aprPercent,
    }),
  };
}

interface StopWords {
  readonly count: number;
  readonly last: string;
  readonly total: string;
  readonly apr: string;
}

/** Its repayments before the last one, the bill it pays, and the salaries on the way. */
function marksOf(option: PlanOption, billDueDate: string, salaries: readonly number[]): StopMark[] {
  const first = dayOf(option.firstDueDate);
  const last = dayOf(option.lastDueDate);
  const gaps = option.instalmentCount - 1;
  const steps = Array.from({ length: gaps }, (_, index) =>
    Math.round(first + (index * (last - first)) / gaps),
  );
  return [
    ...salaries.map((day): StopMark => ({ kind: 'salary', day })),
    ...steps.map((day): StopMark => ({ kind: 'step', day })),
    ...(billDueDate === '' ? [] : [{ kind: 'bill', day: dayOf(businessDate(billDueDate)) } as const]),
  ];
}

interface LegendProps {
  readonly billDueDate: string;
  readonly salaryDay: number | undefined;
}

function Legend({ billDueDate, salaryDay }: LegendProps) {
  const words = usePaymentsWords().confirm;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const isAhead = billDueDate !== '' && dayOf(businessDate(billDueDate)) >= 0;
  return (
    <TimeLegend
      entries={[
        ...(isAhead
          ? [{ kind: 'bill', label: `${words.billDue} ${formatDay(billDueDate, language)}` } as const]
          : []),
        ...(salaryDay === undefined
          ? []
          : [{ kind: 'salary', label: glossary.salaryOn(salaryDay) } as const]),
      ]}
    />
  );
}

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** The heading after the plans. It takes the focus when the question above it goes. */
export const AFTER_PLANS_ID = 'after-plans';

/** Asks for the salary day until it is answered, with a day or a refusal to say. The profile changes it later. */
function SalaryQuestion() {
  const words = usePaymentsWords().confirm.salary;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const [day, setDay] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLSelectElement>(null);
  const { mutate, isPending, error } = useSendOnce({
    mutationFn: (change: PreferencesChange) => storePreferences(client, change),
    onSuccess: () => {
      // The answered question may be gone by now, and the focus with it; a person who went on keeps theirs.
      const at = document.activeElement;
      if (at === document.body || box.current?.contains(at) === true)
        document.getElementById(AFTER_PLANS_ID)?.focus();
    },
  });
  // Null: not asked yet. Left out: a server that cannot keep the answer.
  if (data?.salaryDay !== null) return null;
  return (
    <div ref={box} className="flex flex-col items-start gap-1">
      <Select
        ref={field}
        label={words.question}
        hint={words.hint}
        error={isMissing ? words.missing : error === null ? undefined : errorText(error, language)}
        className="w-full"
        emptyLabel={words.day}
        options={DAYS.map((value) => ({ value, label: value }))}
        value={day}
        // An arrow key on a closed list chooses at once, so only the button stores what was chosen.
        onChange={(event) => {
          setDay(event.currentTarget.value);
          setIsMissing(false);
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          tone="secondary"
          size="medium"
          isPending={isPending}
          onClick={() => {
            setIsMissing(day === '');
            if (day === '') field.current?.focus();
            else mutate({ salaryDay: Number(day) });
          }}
        >
          {words.keep}
        </Button>
        <TextButton onClick={() => mutate({ salaryDay: 'none' })}>{words.ratherNot}</TextButton>
      </div>
    </div>
  );
}
