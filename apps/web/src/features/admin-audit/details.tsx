import type { AuditEntry } from '@mohlat/contract';
import { Fragment } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { capitalised, codeWord, factValue } from '../../lib/admin/facts.tsx';
import { useLanguage } from '../../lib/i18n.tsx';
import { FactList } from '../../ui/card.tsx';
import { CopyButton } from '../../lib/copy-button.tsx';
import { useAuditWords } from './audit.words.ts';

type Value = AuditEntry['details'][string];
type Scalar = string | number | boolean | null;

interface Line {
  /** From the outermost name to the innermost; what stands in a list has its place, counted from one. */
  readonly path: readonly string[];
  /** One, or those of a list. */
  readonly values: readonly Scalar[];
}

const isScalar = (value: Value): value is Scalar => typeof value !== 'object' || value === null;

/** Every value of an entry on a line of its own, none left out: what holds nothing is a line, too. */
export function linesOf(value: Value, path: readonly string[] = []): readonly Line[] {
  if (isScalar(value)) return [{ path, values: [value] }];
  if (Array.isArray(value) && value.every(isScalar)) return [{ path, values: value }];
  const inner: [string, Value][] = Array.isArray(value)
    ? value.map((one, index) => [String(index + 1), one])
    : Object.entries(value);
  if (inner.length === 0) return path.length === 0 ? [] : [{ path, values: [] }];
  return inner.flatMap(([name, one]) => linesOf(one, [...path, name]));
}

/** `dueDays` and `due_days` as words; a name of the address keeps its dots. */
const wordsIn = (name: string): string =>
  codeWord({}, name)
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/ paise$/, '');

/** A code, and no sentence, name or number of a person. */
const CODE = /^[a-z]+(_[a-z0-9]+)+$/;

/** The details of an entry, in names and values. The button copies them as they are stored. */
export function AuditDetails({ details }: Pick<AuditEntry, 'details'>) {
  const words = useAuditWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const lines = linesOf(details);
  const known: Readonly<Record<string, string>> = {
    ...codes.auditActions,
    ...codes.auditObjects,
    ...codes.reminders,
    ...words.detailValues,
    ...codes.billStatuses,
    ...codes.creditStates,
    ...codes.reviewKinds,
    ...codes.reviewStatuses,
    ...common.approvalKinds,
    ...common.approvalStatuses,
    ...common.roles,
    true: codes.yes,
    false: codes.no,
  };
  const names: Readonly<Record<string, string>> = words.detailNames;
  const nameOf = (part: string): string => names[part] ?? wordsIn(part);
  const write = (name: string, value: Scalar) =>
    typeof value === 'string' && CODE.test(value) && known[value] === undefined
      ? wordsIn(value)
      : factValue(name, value, language, known);
  return (
    <>
      <div className="mt-3 flex items-center justify-between">
        <h3 className="font-medium">{words.details}</h3>
        {lines.length === 0 ? null : (
          <CopyButton
            className="-mr-3"
            text={JSON.stringify(details, null, 2)}
            label={common.copy(words.details)}
          />
        )}
      </div>
      {lines.length === 0 ? <p className="text-ink-2">{words.noDetails}</p> : null}
      <FactList
        facts={lines.map(({ path, values }) => {
          const name = path.at(-1) ?? '';
          const title = path.map(nameOf).join(' · ');
          return {
            label: capitalised(title),
            value: (
              <span className="wrap-anywhere whitespace-pre-line">
                {values.length === 0 ? common.nobody : null}
                {values.map((one, index) => (
                  <Fragment key={index}>
                    {index === 0 ? null : ', '}
                    {write(name, one)}
                  </Fragment>
                ))}
              </span>
            ),
          };
        })}
      />
    </>
  );
}
