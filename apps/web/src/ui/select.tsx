import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { CONTROL_CLASS, FieldFrame, useFieldWiring, type FieldFrameProps } from './field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

type SelectProps = FieldFrameProps &
  SelectHTMLAttributes<HTMLSelectElement> & {
    readonly ref?: Ref<HTMLSelectElement>;
    readonly options: readonly SelectOption[];
    /** First entry with an empty value: "Choose your bank". */
    readonly emptyLabel?: string;
  };

/** The platform's own list: on a phone it is the best one there is. */
export function Select(props: SelectProps) {
  const { label, hint, error, aside, options, emptyLabel, className, id, ...select } = props;
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <FieldFrame wiring={wiring} label={label} hint={hint} error={error} aside={aside} className={className}>
      <div className="relative">
        <select {...select} {...wiring.control} className={clsx(CONTROL_CLASS, 'appearance-none pr-10')}>
          {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-2"
        />
      </div>
    </FieldFrame>
  );
}
