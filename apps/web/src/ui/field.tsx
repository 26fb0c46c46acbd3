import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react';
import { useErrorTitle } from './error-title.ts';

/** The props of every field of a form, beside the attributes of its control. */
export interface FieldFrameProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The sentence under the field; its presence marks the field as wrong. */
  readonly error?: string | undefined;
  /** Small text at the right end of the label: "Optional", a Change link. */
  readonly aside?: ReactNode;
}

interface ControlWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Ids that tie label, hint and error to one control. */
export function useFieldWiring(props: {
  id?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  const made = useId();
  const id = props.id ?? made;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [props.error ? errorId : '', props.hint ? hintId : ''].filter(Boolean).join(' ');
  const control: ControlWiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': props.error ? true : undefined,
  };
  return { control, hintId, errorId };
}

export const CONTROL_CLASS =
  'w-full min-h-12 rounded-input border border-line-strong bg-surface px-3.5 py-2 text-body text-ink placeholder:text-ink-3 aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-3';

interface FrameProps extends FieldFrameProps {
  readonly wiring: ReturnType<typeof useFieldWiring>;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Label above, hint, control, error below; the label is never a placeholder. */
export function FieldFrame({ wiring, label, hint, error, aside, children, className }: FrameProps) {
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={wiring.control.id} className="text-small font-medium text-ink">
          {label}
        </label>
        {aside ? <span className="text-caption text-ink-3">{aside}</span> : null}
      </div>
      {children}
      {error ? <FieldError id={wiring.errorId}>{error}</FieldError> : null}
      {hint ? (
        <p id={wiring.hintId} className="text-small text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  useErrorTitle();
  return (
    <p id={id} className="flex items-start gap-1.5 text-small text-bad-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

export type TextFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix'> & {
    readonly ref?: Ref<HTMLInputElement>;
    /** Drawn inside the frame before the value and not part of it: "₹", "+91". */
    readonly lead?: ReactNode;
    /** Drawn inside the frame after the value: a show/hide press, a network mark. */
    readonly trail?: ReactNode;
    readonly inputClassName?: string;
  };

export function TextField(props: TextFieldProps) {
  const { label, hint, error, aside, lead, trail, className, inputClassName, id, ...input } = props;
  const wiring = useFieldWiring({ id, hint, error });
  const isFramed = lead !== undefined || trail !== undefined;
  const control = (
    <input
      {...input}
      {...wiring.control}
      className={clsx(
        isFramed
          ? 'min-h-11 w-full min-w-0 bg-transparent px-3.5 text-body text-ink outline-none placeholder:text-ink-3'
          : CONTROL_CLASS,
        lead !== undefined && 'pl-2',
        // Read, and not typed in.
        input.readOnly && 'read-only:bg-sunken read-only:text-ink-2',
        inputClassName,
      )}
    />
  );
  return (
    <FieldFrame wiring={wiring} label={label} hint={hint} error={error} aside={aside} className={className}>
      {isFramed ? (
        <div
          className={clsx(
            'flex min-h-12 items-center rounded-input border bg-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
            error ? 'border-bad' : 'border-line-strong',
          )}
        >
          {lead === undefined ? null : (
            <span aria-hidden="true" className="pl-3.5 text-body text-ink-2">
              {lead}
            </span>
          )}
          {control}
          {trail}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}

type TextAreaProps = FieldFrameProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly ref?: Ref<HTMLTextAreaElement> };

export function TextAreaField({ label, hint, error, aside, className, id, ...area }: TextAreaProps) {
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <FieldFrame wiring={wiring} label={label} hint={hint} error={error} aside={aside} className={className}>
      <textarea rows={4} {...area} {...wiring.control} className={CONTROL_CLASS} />
    </FieldFrame>
  );
}
