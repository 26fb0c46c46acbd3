import { clsx } from 'clsx';
import { useState } from 'react';
import { TextField } from './field.tsx';
import { Select, type SelectOption } from './select.tsx';
import { Button } from './button.tsx';

export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly SelectOption[];
  /** The option "no filter"; left out where one of the options always holds. */
  readonly anyLabel?: string;
}

interface TextFilter {
  readonly name: string;
  readonly label: string;
  readonly isDate?: true;
  /** Rupees, as they are typed. */
  readonly isMoney?: true;
}

interface FilterBarProps {
  /** Read aloud as the name of the group. */
  readonly label: string;
  readonly choices: readonly Choice[];
  /** A text to look for, and two days or sums of money between which something is. */
  readonly texts?: readonly TextFilter[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
  readonly searchLabel: string;
}

/** The filters of a list. A choice counts at once; typed text with Enter or the button. */
export function FilterBar({ label, choices, texts = [], values, onChange, searchLabel }: FilterBarProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  // From then on the address has what was typed, and clearing it there clears the box.
  const apply = (changes: Readonly<Record<string, string>>) => {
    setTyped({});
    onChange(changes);
  };
  return (
    <div role="search" aria-label={label} className="@container">
      <form
        noValidate
        className={clsx(
          'mb-4 grid grid-cols-1 items-end gap-3 md:flex md:flex-wrap',
          // A choice that stands alone, or has large letters, has the line to itself: half of one cuts its words off.
          choices.length + texts.length > 1 && '@figures:grid-cols-2',
        )}
        onSubmit={(event) => {
          event.preventDefault();
          apply(typed);
        }}
      >
        {texts.map(({ name, label: textLabel, isDate, isMoney }) => (
          <TextField
            key={name}
            label={textLabel}
            type={isDate ? 'date' : 'search'}
            inputMode={isMoney ? 'decimal' : undefined}
            autoComplete="off"
            className={isDate || isMoney ? undefined : 'max-md:@figures:col-span-2 md:min-w-64'}
            value={typed[name] ?? values[name] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTyped((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
        {choices.map((choice) => (
          <Select
            key={choice.name}
            label={choice.label}
            value={values[choice.name] ?? ''}
            {...(choice.anyLabel === undefined ? {} : { emptyLabel: choice.anyLabel })}
            options={choice.options}
            onChange={(event) => apply({ ...typed, [choice.name]: event.currentTarget.value })}
          />
        ))}
        {texts.length === 0 ? null : (
          <Button type="submit" tone="secondary" size="medium" className="min-h-12">
            {searchLabel}
          </Button>
        )}
      </form>
    </div>
  );
}
