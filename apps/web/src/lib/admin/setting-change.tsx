import type { ReadableChange } from '@mohlat/contract';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { formatInstant, formatRupees } from '../format.ts';
import { useLanguage } from '../i18n.tsx';
import type { Language } from '../language.ts';
import { useAdminWords } from './admin.words.ts';
import { type CodeWords, useCodeWords } from './codes.words.ts';
import { codeWord } from './facts.tsx';

interface Band {
  readonly unpaidUpToPaise: number;
  readonly chargePaise: number;
}

/** Steps of late charges in one line. */
export const bandsText = (bands: readonly Band[]): string =>
  bands
    .map(
      ({ unpaidUpToPaise, chargePaise }) =>
        `≤ ${formatRupees(unpaidUpToPaise)}: ${formatRupees(chargePaise)}`,
    )
    .join('; ');

const PLAN_CODE = /^(PL|EMI)(\d+)$/;

/** The name of a plan, from its code. The code holds the number of EMIs, or the days until one payment is due. */
export function planName({ planKinds, planEmis }: CodeWords, code: string): string {
  const [, kind, count] = PLAN_CODE.exec(code) ?? [];
  if (kind === undefined) return code;
  return kind === 'EMI' ? planEmis(Number(count)) : planKinds.single;
}

/** Both ends of a change, each with its unit. */
function endsOf(change: ReadableChange, codes: CodeWords, language: Language): (string | undefined)[] {
  const both = <Value,>(values: readonly (Value | null)[], write: (value: Value) => string) =>
    values.map((value) => (value === null ? undefined : write(value)));
  const { from, to } = change;
  switch (change.unit) {
    case 'paise':
      return both([change.from, change.to], formatRupees);
    case 'percent':
      return both([change.from, change.to], (value) => `${value} %`);
    case 'days':
    case 'months':
      return both([change.from, change.to], codes.units[change.unit]);
    case 'count':
      return both([from, to], String);
    case 'flag':
      return both([change.from, change.to], (value) => (value ? codes.yes : codes.no));
    case 'plan_kind':
      return both([change.from, change.to], (kind) => codes.planKinds[kind]);
    case 'late_days':
      return both([change.from, change.to], (days) => days.join(', '));
    case 'bands':
      return both([change.from, change.to], bandsText);
    case 'reminders':
      return both([change.from, change.to], (steps) =>
        steps.length === 0
          ? codes.noneOfThem
          : steps.map((step) => codeWord(codes.reminders, step)).join(', '),
      );
    case 'text':
      return both([change.from, change.to], String);
    case 'instant':
      return both([change.from, change.to], (at) => formatInstant(at, language));
  }
}

/** The changes of the settings in a proposal: each field by its name, before and after. */
export function SettingChanges({ changes }: { readonly changes: readonly ReadableChange[] }) {
  const words = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  return (
    <FiguresTable
      caption={words.changes}
      heads={[words.setting, words.before, words.after]}
      isEven
      rows={changes.map((change) => {
        const [before, after] = endsOf(change, codes, language);
        const name = codes.settingNames[change.label];
        return {
          key: `${change.plan ?? ''} ${change.label}`,
          cells: [
            change.plan === null ? name : `${planName(codes, change.plan)}: ${name}`,
            before ?? words.nobody,
            after ?? words.nobody,
          ],
        };
      })}
    />
  );
}
