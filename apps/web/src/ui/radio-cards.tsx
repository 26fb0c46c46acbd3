import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import { describedBy, OVER_THE_MARK } from './choice.tsx';
import { FieldError } from './field.tsx';

export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly title: ReactNode;
  /** A second line under the title. */
  readonly detail?: ReactNode;
  /** More than a few words, under the title and what stands beside it. */
  readonly note?: ReactNode;
  /** Right end of the card: an amount, a tag. */
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  readonly legend: ReactNode;
  readonly isLegendHidden?: boolean;
  readonly name: string;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value | undefined;
  readonly onValueChange: (value: Value) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Id of the first choice, so that an error summary can link to it. */
  readonly id?: string;
}

/** The whole card is the label: plan, saved card, document. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, isLegendHidden, name, options, value, onValueChange, error, hint, id } = props;
  const errorId = useId();
  const hintId = useId();
  const described = describedBy([hintId, hint], [errorId, error]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={described}>
      <legend className={clsx('mb-2 text-small font-medium', isLegendHidden && 'sr-only')}>{legend}</legend>
      {hint ? (
        <p id={hintId} className="text-small text-ink-3">
          {hint}
        </p>
      ) : null}
      {options.map((option, index) => (
        <label
          key={option.value}
          className="flex min-h-13 items-center gap-3 rounded-button border border-line-strong bg-surface px-4 py-3 transition-colors has-checked:border-brand has-checked:bg-brand-soft has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <span className="relative flex size-5 shrink-0">
            <input
              type="radio"
              name={name}
              value={option.value}
              id={index === 0 ? id : undefined}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
              className={OVER_THE_MARK}
            />
            <span
              aria-hidden="true"
              className="flex size-5 items-center justify-center rounded-full border-2 border-line-strong bg-surface peer-checked:border-6 peer-checked:border-brand"
            />
          </span>
          <span className="min-w-0 flex-1">
            <span className="figure-line items-center">
              <span className="flex flex-col">
                <span className="font-semibold">{option.title}</span>
                {option.detail ? <span className="text-small text-ink-2">{option.detail}</span> : null}
              </span>
              {option.aside ? <span className="text-right">{option.aside}</span> : null}
            </span>
            {option.note ? <span className="block text-small text-ink-2">{option.note}</span> : null}
          </span>
        </label>
      ))}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}
