import { previewSettings, settingsContent, type SettingsContent } from '@mohlat/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BandFields } from './band-fields.tsx';
import { Effect } from './effect.tsx';
import { KeptField } from './kept-field.tsx';
import { NoticeFields } from './notice-fields.tsx';
import { PlanFields } from './plan-fields.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import {
  fieldsOf,
  isMoney,
  SECTION_NAMES,
  settingName,
  textOf,
  withText,
  type ErrorsByPath,
  type FieldName,
} from './settings-fields.ts';
import { Section, SectionLinks } from './settings-section.tsx';
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
  // Of several at one field the first stays: what cannot be read is not too much besides.
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
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
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
