import { OPTIONAL_REMINDERS, previewSettings, settingsContent, type SettingsContent } from '@mohlat/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { indianFieldTime, instantOfIndianTime } from '../../lib/admin/indian-time.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BandFields } from './band-fields.tsx';
import { Effect } from './effect.tsx';
import { KeptField } from './kept-field.tsx';
import { PlanFields } from './plan-fields.tsx';
import {
  type ErrorsByPath,
  type FieldName,
  fieldsOf,
  isMoney,
  type PartProps,
  SECTION_NAMES,
  type SectionName,
  settingName,
  textOf,
  withText,
} from './settings-fields.ts';
import { preview } from './settings.data.ts';
import { useSettingsWords } from './settings.words.ts';

interface SettingsFormProps {
  readonly title: string;
  readonly content: SettingsContent;
  readonly baseVersion: number;
  readonly onReset: (() => void) | undefined;
}

function errorsOf(content: SettingsContent): ErrorsByPath {
  const judged = settingsContent.safeParse(content);
  if (judged.success) return {};
  // The first of several issues at one field stays: a value that cannot be read is not out of bounds besides.
  const said = judged.error.issues.toReversed();
  return Object.fromEntries(said.map(({ path, message }) => [path.join('.'), message]));
}

/** Nothing is set from here: the effect is looked at first, and sent from there. */
export function SettingsForm({ title, content, baseVersion, onReset }: SettingsFormProps) {
  const words = useSettingsWords();
  const { may } = useStaff();
  const [next, setNext] = useState(content);
  const [errors, setErrors] = useState<ErrorsByPath>({});
  const pricing = useMutation({ mutationFn: () => preview({ baseVersion, content: next }) });
  const edit = (edited: SettingsContent) => {
    setNext(edited);
    setErrors({});
    pricing.reset();
  };
  const look = () => {
    const found = errorsOf(next);
    setErrors(found);
    if (Object.keys(found).length === 0) pricing.mutate();
  };
  return (
    <>
      <Card title={title} description={words.formText}>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            look();
          }}
        >
          <SectionLinks />
          {SECTION_NAMES.map((name) => (
            <Section key={name} name={name}>
              <Terms
                names={fieldsOf(name)}
                content={content}
                errors={errors}
                onText={(field, text) => edit(withText(next, field, text))}
              />
              {name === 'price' ? <PlanFields content={next} errors={errors} onChange={edit} /> : null}
              {name === 'late' ? <BandFields content={next} errors={errors} onChange={edit} /> : null}
              {name === 'messages' ? (
                <>
                  <ReminderFields content={next} onChange={edit} />
                  <NoticeFields content={next} errors={errors} onChange={edit} />
                </>
              ) : null}
            </Section>
          ))}
          <Problem isWrong={Object.keys(errors).length > 0} error={pricing.error} />
          {may(previewSettings) ? (
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                size="medium"
                isPending={pricing.isPending}
                pendingText={words.previewPending}
              >
                {words.preview}
              </Button>
              {onReset ? (
                <Button tone="quiet" size="medium" onClick={onReset}>
                  {words.reset}
                </Button>
              ) : null}
            </div>
          ) : null}
        </form>
      </Card>
      {pricing.isSuccess ? <Effect effect={pricing.data} change={{ baseVersion, content: next }} /> : null}
    </>
  );
}

function Problem({ isWrong, error }: { readonly isWrong: boolean; readonly error: Error | null }) {
  const words = useSettingsWords();
  const { language } = useLanguage();
  if (!isWrong && error === null) return null;
  return (
    <Notice tone="bad" isLive title={isWrong ? undefined : words.previewFailed}>
      {isWrong ? words.wrong : errorText(error, language)}
    </Notice>
  );
}

interface TermsProps {
  readonly names: readonly FieldName[];
  readonly content: SettingsContent;
  readonly errors: ErrorsByPath;
  readonly onText: (name: FieldName, text: string) => void;
}

function Terms({ names, content, errors, onText }: TermsProps) {
  const codes = useCodeWords();
  if (names.length === 0) return null;
  return (
    // A name of two lines leaves the boxes of its row level.
    <div className="grid items-end gap-4 md:grid-cols-2 xl:grid-cols-3">
      {names.map((name) => (
        <KeptField
          key={name}
          label={settingName(codes, name)}
          isMoney={isMoney(name)}
          start={textOf(content, name)}
          error={errors[name]}
          onText={(text) => onText(name, text)}
        />
      ))}
    </div>
  );
}

/** Reminders that may be left out; the rules ask us to send the others. */
function ReminderFields({ content, onChange }: Omit<PartProps, 'errors'>) {
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

const idOf = (name: SectionName) => `settings-${name}`;

/** One press to each part of a form that is taller than any screen. */
function SectionLinks() {
  const words = useSettingsWords();
  return (
    <nav aria-label={words.parts} className="flex flex-wrap gap-x-4 border-b border-line pb-2 text-small">
      {SECTION_NAMES.map((name) => (
        <a
          key={name}
          href={`#${idOf(name)}`}
          className="inline-flex min-h-11 items-center rounded-chip text-brand-ink underline decoration-brand-line underline-offset-4 md:min-h-8"
        >
          {words.sections[name]}
        </a>
      ))}
    </nav>
  );
}

/** Settings that belong together, under their name. */
function Section({ name, children }: { readonly name: SectionName; readonly children: ReactNode }) {
  const words = useSettingsWords();
  const headingId = `${idOf(name)}-title`;
  return (
    <section id={idOf(name)} aria-labelledby={headingId} className="flex scroll-mt-20 flex-col gap-4 pt-2">
      <h3 id={headingId} className="text-section font-semibold">
        {words.sections[name]}
      </h3>
      {children}
    </section>
  );
}

type NoticeSetting = NonNullable<SettingsContent['notice']>;
const NOTHING: NoticeSetting = { en: '', hi: '', from: '', until: '' };

/** A line that everybody reads on their dashboard for a time. */
function NoticeFields({ content, errors, onChange }: PartProps) {
  const words = useSettingsWords();
  const codes = useCodeWords();
  const { notice } = content;
  // Switched off and on again, what was typed is still there.
  const [typed, setTyped] = useState(notice ?? NOTHING);
  const change = (changes: Partial<NoticeSetting>) => {
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
