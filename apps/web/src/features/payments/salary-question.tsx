import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '../../lib/i18n.tsx';
import { preferencesQuery, type PreferencesChange, storePreferences } from '../../lib/preferences.ts';
import { errorText } from '../../lib/problem.ts';
import { TextButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { usePaymentsWords } from './payments.words.ts';

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** Asked until it is answered, once: with a day, or that nobody wants to say it. The profile changes it later. */
export function SalaryQuestion() {
  const words = usePaymentsWords().confirm.salary;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: PreferencesChange) => storePreferences(client, change),
  });
  // Null: not asked yet. Left out: a server that cannot keep the answer.
  if (data?.salaryDay !== null) return null;
  return (
    <div className="flex flex-col items-start gap-1">
      <Select
        label={words.question}
        hint={words.hint}
        error={error === null ? undefined : errorText(error, language)}
        className="w-full"
        emptyLabel={words.day}
        options={DAYS.map((value) => ({ value, label: value }))}
        value=""
        disabled={isPending}
        onChange={(event) => mutate({ salaryDay: Number(event.currentTarget.value) })}
      />
      <TextButton disabled={isPending} onClick={() => mutate({ salaryDay: 'none' })}>
        {words.ratherNot}
      </TextButton>
    </div>
  );
}
