import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { FieldError, useFieldWiring, type FieldFrameProps } from './field.tsx';
import { latinDigits } from './typed-format.ts';

interface OtpFieldProps extends FieldFrameProps {
  readonly value: string;
  readonly onValueChange: (digits: string) => void;
  /** Called once when the last digit arrives. */
  readonly onComplete?: (digits: string) => void;
  readonly digitCount?: number;
  /** More digits than `digitCount` make as many boxes. */
  readonly digitCountMax?: number;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

/** Lets the phone hand over the code from its message where the browser knows how (WebOTP). */
function useWebOtp(onCode: (code: string) => void) {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined;
    const abort = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: abort.signal } as CredentialRequestOptions;
    navigator.credentials
      .get(request)
      .then((credential) => {
        if (credential && 'code' in credential) latest.current(String(credential.code));
      })
      .catch(() => undefined); // Refused or aborted: the person types the code.
    return () => abort.abort();
  }, []);
}

/** One input drawn as boxes, so paste, autofill and screen readers meet a single field. */
export function OtpField(props: OtpFieldProps) {
  const { label, hint, error, aside, value, onValueChange, onComplete, digitCount: count = 6, id } = props;
  const wiring = useFieldWiring({ id, hint, error });
  const [isFocused, setIsFocused] = useState(false);
  const countMax = Math.max(count, props.digitCountMax ?? count);
  const digitCount = value.length > count ? countMax : count;
  const take = (text: string) => {
    const typed = latinDigits(text).replace(/\D/g, '');
    const whole = typed.length > digitCount ? countMax : digitCount;
    const digits = typed.slice(0, whole);
    onValueChange(digits);
    if (digits.length === whole && digits !== value) onComplete?.(digits);
  };
  useWebOtp(take);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={wiring.control.id} className="text-small font-medium">
          {label}
        </label>
        {aside ? <span className="text-caption text-ink-3">{aside}</span> : null}
      </div>
      <div className="relative">
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {Array.from({ length: digitCount }, (_, index) => (
            <span
              key={index}
              className={clsx(
                'flex h-14 items-center justify-center rounded-input border bg-surface text-title font-semibold tabular',
                error ? 'border-bad' : 'border-line-strong',
                isFocused &&
                  index === Math.min(value.length, digitCount - 1) &&
                  'outline-3 outline-offset-1 outline-brand',
              )}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
        <input
          {...wiring.control}
          value={value}
          disabled={props.disabled}
          // The code is the only thing on this step and the person has just asked for it.
          autoFocus={props.autoFocus}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          maxLength={countMax + 6}
          onChange={(event) => take(event.currentTarget.value)}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          className="otp-input absolute inset-0 h-full w-full bg-transparent text-transparent opacity-0"
        />
      </div>
      {error ? <FieldError id={wiring.errorId}>{error}</FieldError> : null}
      {hint ? (
        <p id={wiring.hintId} className="text-small text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
