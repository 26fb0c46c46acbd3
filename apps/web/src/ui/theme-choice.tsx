import { useId } from 'react';

interface ThemeChoiceProps {
  /** Read aloud as the name of the group. */
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Left out on a page that is plain HTML: a script marks the chosen one there. */
  readonly chosen?: string;
  readonly onChoose?: (value: string) => void;
}

/** Three words side by side; the browser draws which one holds. */
export function ThemeChoice({ legend, options, chosen, onChoose }: ThemeChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-button border border-line bg-sunken p-1">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-11 flex-1 items-center justify-center rounded-input border border-transparent px-2.5 text-center text-caption font-medium text-ink-2 hover:text-ink has-checked:border-line has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === undefined ? undefined : chosen === value}
              onChange={() => onChoose?.(value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
