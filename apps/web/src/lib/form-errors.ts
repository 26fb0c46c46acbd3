import type { FieldErrors, FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { SummaryError } from '../ui/error-summary.tsx';
import { ProblemError } from './problem.ts';

/**
 * The list an ErrorSummary shows; a field's id is its name unless the form says otherwise. A sentence that several
 * fields share stands once and leads to the first of them.
 */
export function summaryOf(
  errors: FieldErrors,
  idOf: (name: string) => string = (name) => name,
): SummaryError[] {
  return eachOnce(
    Object.entries(errors).flatMap(([name, error]) => {
      const message = typeof error?.message === 'string' ? error.message : undefined;
      if (message === undefined || message === '') return [];
      return [{ fieldId: name === 'root' ? undefined : idOf(name), message }];
    }),
  );
}

/** Drops a sentence that already stands in the list. */
export function eachOnce(errors: readonly SummaryError[]): SummaryError[] {
  return errors.filter(
    ({ message }, index) => errors.findIndex((other) => other.message === message) === index,
  );
}

/**
 * Puts the server's field errors on the same fields; `renamed` maps a path of the API to the form's own name. True
 * when at least one found its field.
 */
export function applyFieldErrors<Values extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  renamed: Readonly<Record<string, string>> = {},
): boolean {
  if (!(error instanceof ProblemError)) return false;
  let isPlaced = false;
  for (const { path, message } of error.fieldErrors) {
    const name = names.find((candidate) => candidate === (renamed[path] ?? path));
    if (name === undefined) continue;
    setError(name, { type: 'server', message });
    isPlaced = true;
  }
  return isPlaced;
}
