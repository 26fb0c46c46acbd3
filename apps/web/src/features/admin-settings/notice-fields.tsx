import type { SettingsContent } from '@mohlat/contract';
import { useState } from 'react';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { indianFieldTime, instantOfIndianTime } from '../../lib/admin/indian-time.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import type { PartProps } from './settings-fields.ts';
import { useSettingsWords } from './settings.words.ts';

type Notice = NonNullable<SettingsContent['notice']>;
const NOTHING: Notice = { en: '', hi: '', from: '', until: '' };

/** A line that everybody reads on their dashboard for a time. */
export function NoticeFields({ content, errors, onChange }: PartProps) {
  const words = useSettingsWords();
  const codes = useCodeWords();
  const { notice } = content;
  // Switched off and on again, what was typed is still there.
  const [typed, setTyped] = useState(notice ?? NOTHING);
  const change = (changes: Partial<Notice>) => {
    const next = { ...typed, ...changes };
    setTyped(next);
    onChange({ ...content, notice: next });
  };
  return (
    <fieldset className="border-t border-line pt-3">
      <legend className="pr-3 font-semibold">{words.noticeTitle}</legend>
      <Checkbox
        label={words.noticeOn}
        checked={notice !== null}
        onChange={(event) => onChange({ ...content, notice: event.currentTarget.checked ? typed : null })}
      />
      {notice === null ? null : (
        <div className="grid items-start gap-4 md:grid-cols-2">
          {(['en', 'hi'] as const).map((language) => (
            <TextAreaField
              key={language}
              lang={language}
              label={codes.settingNames[`notice_${language}`]}
              rows={2}
              maxLength={300}
              value={typed[language]}
              error={errors[`notice.${language}`]}
              onChange={(event) => change({ [language]: event.currentTarget.value })}
            />
          ))}
          {(['from', 'until'] as const).map((end) => (
            <TextField
              key={end}
              type="datetime-local"
              hint={words.indianTime}
              label={codes.settingNames[`notice_${end}`]}
              value={indianFieldTime(typed[end])}
              error={errors[`notice.${end}`] === undefined ? undefined : words.noticeTime[end]}
              onChange={(event) => change({ [end]: instantOfIndianTime(event.currentTarget.value) })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
