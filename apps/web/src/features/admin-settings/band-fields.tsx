import { useState } from 'react';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { Button } from '../../ui/button.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { KeptField } from './kept-field.tsx';
import { paiseOf, paiseText, type PartProps } from './settings-fields.ts';
import { useSettingsWords } from './settings.words.ts';

interface Row {
  readonly key: number;
  readonly unpaidUpTo: string;
  readonly charge: string;
}

const BANDS_MAX = 6;

/** Late charges by how much is unpaid, and on which days they arise. A plan with charges of its own keeps them. */
export function BandFields({ content, errors, onChange }: PartProps) {
  const words = useSettingsWords();
  const codes = useCodeWords();
  const { late } = content;
  const [rows, setRows] = useState<readonly Row[]>(() =>
    late.bands.map(({ unpaidUpToPaise, chargePaise }, key) => ({
      key,
      unpaidUpTo: paiseText(unpaidUpToPaise),
      charge: paiseText(chargePaise),
    })),
  );
  const edit = (next: readonly Row[]) => {
    setRows(next);
    const bands = next.map(({ unpaidUpTo, charge }) => ({
      unpaidUpToPaise: paiseOf(unpaidUpTo),
      chargePaise: paiseOf(charge),
    }));
    onChange({ ...content, late: { ...late, bands } });
  };
  const wrongDay = Object.keys(errors).find((path) => path.startsWith('late.levyOnLateDays'));
  return (
    <fieldset className="border-t border-line pt-3">
      <legend className="pr-3 font-semibold">{codes.settingNames.late_bands}</legend>
      <div className="flex flex-col gap-4">
        <KeptField
          label={codes.settingNames.late_levy_days}
          hint={words.daysHint}
          start={late.levyOnLateDays.join(', ')}
          error={wrongDay === undefined ? undefined : words.daysWrong}
          onText={(text) => onChange({ ...content, late: { ...late, levyOnLateDays: daysOf(text) } })}
        />
        {rows.map((row, index) => (
          <Band
            key={row.key}
            row={row}
            error={(field) => errors[`late.bands.${index}.${field}`]}
            onChange={(changed) => edit(rows.map((one) => (one.key === row.key ? changed : one)))}
            onRemove={() => edit(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
        {rows.length < BANDS_MAX ? (
          <Button
            tone="quiet"
            size="medium"
            className="-ml-4 self-start"
            onClick={() =>
              edit([
                ...rows,
                { key: 1 + Math.max(-1, ...rows.map(({ key }) => key)), unpaidUpTo: '', charge: '' },
              ])
            }
          >
            {words.bandAdd}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

function daysOf(text: string): number[] {
  return text
    .split(/[\s,]+/)
    .filter((day) => day !== '')
    .map(Number);
}

interface BandProps {
  readonly row: Row;
  readonly error: (field: 'unpaidUpToPaise' | 'chargePaise') => string | undefined;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

function Band({ row, error, onChange, onRemove }: BandProps) {
  const words = useSettingsWords();
  return (
    <div className="grid items-start gap-3 md:flex">
      <MoneyField
        label={words.bandUpTo}
        autoComplete="off"
        value={row.unpaidUpTo}
        error={error('unpaidUpToPaise')}
        onChange={(event) => onChange({ ...row, unpaidUpTo: event.currentTarget.value })}
      />
      <MoneyField
        label={words.bandCharge}
        autoComplete="off"
        value={row.charge}
        error={error('chargePaise')}
        onChange={(event) => onChange({ ...row, charge: event.currentTarget.value })}
      />
      <Button tone="quiet" size="medium" className="md:mt-8" onClick={onRemove}>
        {words.bandRemove(row.unpaidUpTo)}
      </Button>
    </div>
  );
}
