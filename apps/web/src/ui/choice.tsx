import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { FieldError } from './field.tsx';

/** The real control lies unseen over its drawn mark: a pointer, a finger and a test all hit it. */
export const OVER_THE_MARK = 'peer absolute inset-0 size-full cursor-pointer opacity-0';

/** The ids of the texts that stand there, for a screen reader that reads them with the control. */
export function describedBy(
  ...texts: readonly (readonly [id: string, text: ReactNode])[]
): string | undefined {
  return texts.flatMap(([id, text]) => (text ? [id] : [])).join(' ') || undefined;
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
