import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
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

/** The real control lies unseen over its drawn mark: a pointer, a finger and a test all hit it. */
const OVER_THE_MARK = 'peer absolute inset-0 size-full cursor-pointer opacity-0';

/** The ids of the texts that stand there, for a screen reader that reads them with the control. */
function describedBy(...texts: readonly (readonly [id: string, text: ReactNode])[]): string | undefined {
  return texts.flatMap(([id, text]) => (text ? [id] : [])).join(' ') || undefined;
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

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Never ticked beforehand when it stands for a consent. */
export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const made = useId();
  const boxId = id ?? made;
  const errorId = `${boxId}-error`;
  const hintId = `${boxId}-hint`;
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <label htmlFor={boxId} className="flex min-h-11 items-start gap-3 py-2.5">
        <span className="relative mt-0.5 flex size-5 shrink-0">
          <input
            {...input}
            id={boxId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy([hintId, hint], [errorId, error])}
            className={OVER_THE_MARK}
          />
          <span
            aria-hidden="true"
            className={clsx(
              'flex size-5 items-center justify-center rounded-chip border-2 bg-surface text-transparent peer-checked:border-brand peer-checked:bg-brand peer-checked:text-on-brand peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand peer-aria-disabled:opacity-50',
              error ? 'border-bad' : 'border-line-strong',
            )}
          >
            <Check className="size-4" strokeWidth={3} />
          </span>
        </span>
        <span className="text-small text-ink-2">{label}</span>
      </label>
      {hint || error ? (
        <div className="-mt-2 mb-2 flex flex-col gap-1 pl-8">
          {hint ? (
            <p id={hintId} className="text-small text-ink-3">
              {hint}
            </p>
          ) : null}
          {error ? <FieldError id={errorId}>{error}</FieldError> : null}
        </div>
      ) : null}
    </div>
  );
}

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A setting that takes effect at once: a consent, a channel. */
export function Switch({ label, hint, id, className, ...input }: SwitchProps) {
  const made = useId();
  const boxId = id ?? made;
  return (
    <label
      htmlFor={boxId}
      className={clsx('flex min-h-12 items-center justify-between gap-4 py-2', className)}
    >
      <span className="flex flex-col">
        <span>{label}</span>
        {hint ? <span className="text-small text-ink-3">{hint}</span> : null}
      </span>
      <span className="relative flex shrink-0">
        {/* The knob, once moved, would else lie over the control. */}
        <input {...input} id={boxId} type="checkbox" role="switch" className={clsx(OVER_THE_MARK, 'z-10')} />
        <span
          aria-hidden="true"
          className="flex h-7 w-12 items-center rounded-full border-2 border-line-strong bg-sunken p-0.5 transition-colors after:size-5 after:rounded-full after:bg-line-strong after:transition-transform peer-checked:border-brand peer-checked:bg-brand peer-checked:after:translate-x-5 peer-checked:after:bg-on-brand peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand"
        />
      </span>
    </label>
  );
}
