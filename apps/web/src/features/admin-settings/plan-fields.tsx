import type { SettingsContent } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { Coded } from '../../lib/admin/facts.tsx';
import { useGlossary } from '../../lib/glossary.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { KeptField } from './kept-field.tsx';
import { paiseOf, paiseText, type PartProps } from './settings-fields.ts';
import { type SettingsWords, useSettingsWords } from './settings.words.ts';

type Plan = SettingsContent['plans'][number];

const nameOf = ({ kind, instalments }: Plan, words: SettingsWords): string =>
  kind === 'single' ? words.planSingle : words.planEmis(instalments);

/** The price of each plan, the bills it is for, and whether it is offered. */
export function PlanFields({ content, errors, onChange }: PartProps) {
  const words = useSettingsWords();
  const codes = useCodeWords();
  const change = (index: number, changes: Partial<Plan>) =>
    onChange({
      ...content,
      plans: content.plans.map((plan, at) => (at === index ? { ...plan, ...changes } : plan)),
    });
  return content.plans.map((plan, index) => (
    <fieldset key={plan.code} className="border-t border-line pt-3">
      <legend className="pr-3 font-semibold">
        <Coded word={nameOf(plan, words)} code={plan.code} />
      </legend>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-4">
        <Terms
          plan={plan}
          error={(field) => errors[`plans.${index}.${field}`]}
          onChange={(changes) => change(index, changes)}
        />
      </div>
      <Checkbox
        label={codes.settingNames.plan_is_on}
        checked={plan.isOn}
        error={errors[`plans.${index}.isOn`]}
        onChange={(event) => change(index, { isOn: event.currentTarget.checked })}
      />
    </fieldset>
  ));
}

interface TermsProps {
  readonly plan: Plan;
  readonly error: (field: keyof Plan) => string | undefined;
  readonly onChange: (changes: Partial<Plan>) => void;
}

function Terms({ plan, error, onChange }: TermsProps) {
  const names = useCodeWords().settingNames;
  const glossary = useGlossary();
  return (
    <>
      <KeptField
        label={names.plan_rate}
        start={plan.annualRatePercent}
        error={error('annualRatePercent')}
        onText={(text) => onChange({ annualRatePercent: text.trim() })}
      />
      <KeptField
        isMoney
        label={names.plan_bill_min}
        start={paiseText(plan.billMinPaise)}
        error={error('billMinPaise')}
        onText={(text) => onChange({ billMinPaise: paiseOf(text) })}
      />
      <KeptField
        isMoney
        label={names.plan_bill_max}
        aside={glossary.optional}
        start={plan.billMaxPaise === null ? '' : paiseText(plan.billMaxPaise)}
        error={error('billMaxPaise')}
        onText={(text) => onChange({ billMaxPaise: text.trim() === '' ? null : paiseOf(text) })}
      />
      {plan.dueDays === null ? null : (
        <KeptField
          label={names.plan_due_days}
          start={String(plan.dueDays)}
          error={error('dueDays')}
          onText={(text) => onChange({ dueDays: Number(text) })}
        />
      )}
    </>
  );
}
