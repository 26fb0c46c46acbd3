import { useEffect, useRef } from 'react';
import { useErrorTitle } from './error-title.ts';

export interface SummaryError {
  /** Id of the control, so that the link leads there. */
  readonly fieldId?: string | undefined;
  readonly message: string;
}

interface ErrorSummaryProps {
  readonly title: string;
  readonly errors: readonly SummaryError[];
  /** Change it with every failed attempt: focus comes back here each time. */
  readonly attempt?: number;
  /** Leaves the focus where it is: the user may be typing on. It is read aloud all the same. */
  readonly isCalm?: boolean;
}

/** Stands at the head of a form after a failed attempt, takes the focus and links to each field. */
export function ErrorSummary({ title, errors, attempt = 0, isCalm = false }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0;
  useEffect(() => {
    if (isShown && !isCalm) box.current?.focus();
  }, [isShown, isCalm, attempt]);
  useErrorTitle(isShown);
  if (!isShown) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-card border border-bad bg-bad-soft px-4 py-3.5 text-bad-ink"
    >
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 flex flex-col text-small">
        {errors.map((error) => (
          <li key={`${error.fieldId ?? ''}${error.message}`}>
            {error.fieldId === undefined ? (
              error.message
            ) : (
              <a
                href={`#${error.fieldId}`}
                className="underline underline-offset-4"
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(error.fieldId ?? '')?.focus();
                }}
              >
                {error.message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
