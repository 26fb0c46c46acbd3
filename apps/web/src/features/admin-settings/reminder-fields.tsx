import { OPTIONAL_REMINDERS } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { Checkbox } from '../../ui/choice.tsx';
import type { PartProps } from './settings-fields.ts';
import { useSettingsWords } from './settings.words.ts';

/** What may be left out; the other reminders are what the rules ask us to say. */
export function ReminderFields({ content, onChange }: Omit<PartProps, 'errors'>) {
  const words = useSettingsWords();
  const codes = useCodeWords();
  const { remindersOff } = content;
  return (
    <fieldset className="border-t border-line pt-3">
      <legend className="pr-3 font-semibold">{words.remindersTitle}</legend>
      <div className="grid gap-x-4 md:grid-cols-2 xl:grid-cols-4">
        {OPTIONAL_REMINDERS.map((step) => (
          <Checkbox
            key={step}
            label={codes.reminders[step]}
            checked={!remindersOff.includes(step)}
            onChange={(event) =>
              onChange({
                ...content,
                remindersOff: event.currentTarget.checked
                  ? remindersOff.filter((one) => one !== step)
                  : [...remindersOff, step],
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
