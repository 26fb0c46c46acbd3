import type { SettingsChange } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { type CodeWords, useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord, factValue } from '../../lib/admin/facts.tsx';
import { bandsText, planName } from '../../lib/admin/setting-change.tsx';
import { useLanguage } from '../../lib/i18n.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { Money } from '../../ui/money.tsx';
import { inFormOrder, settingName } from './settings-fields.ts';

interface ChangeTableProps {
  readonly changes: readonly SettingsChange[];
  /** It was done long ago: neither side is how it stands now. */
  readonly isPast?: true;
}

/** Each setting that differs, before and after, in the order of the form. */
export function ChangeTable({ changes, isPast }: ChangeTableProps) {
  const words = useAdminWords();
  const codes = useCodeWords();
  return (
    <FiguresTable
      caption={words.changes}
      heads={[words.setting, isPast ? words.formerly : words.before, isPast ? words.afterwards : words.after]}
      isEven
      rows={inFormOrder(changes).map(({ path, before, after }) => ({
        key: path,
        cells: [
          changeName(codes, path),
          <ChangeValue key="before" path={path} text={before} />,
          <ChangeValue key="after" path={path} text={after} />,
        ],
      }))}
    />
  );
}

/** The name of a setting, by its address; a plan's setting has the plan's name before it. */
export function changeName(codes: CodeWords, path: string): string {
  const [, code, field] = /^plans\.([^.]+)\.(.+)$/.exec(path) ?? [];
  return code === undefined || field === undefined
    ? settingName(codes, path)
    : `${planName(codes, code)}: ${settingName(codes, field)}`;
}

interface ChangeValueProps {
  readonly path: string;
  /** As the change has it: numbers and lists written out. */
  readonly text: string | null;
}

export function ChangeValue({ path, text }: ChangeValueProps) {
  const codes = useCodeWords();
  const { language } = useLanguage();
  if (text === null) return '—';
  if (path.endsWith('Paise')) return <Money paise={Number(text)} decimals="always" />;
  if (/percent$/i.test(path)) return `${text} %`;
  if (path.endsWith('bands')) return bandsText(JSON.parse(text) as Parameters<typeof bandsText>[0]);
  if (path.endsWith('levyOnLateDays')) return (JSON.parse(text) as number[]).join(', ');
  if (path === 'remindersOff')
    return (JSON.parse(text) as string[]).map((step) => codeWord(codes.reminders, step)).join(', ');
  return factValue(path, text, language, { true: codes.yes, false: codes.no, ...codes.planKinds });
}
