import { useQuery } from '@tanstack/react-query';
import { preferencesQuery } from './preferences.ts';

/** Undefined until the person has said it; `isAsked` once they have answered, with a day or without. */
export function useSalaryDay(): { readonly day: number | undefined; readonly isAsked: boolean } {
  const { data } = useQuery(preferencesQuery);
  const day = data?.salaryDay;
  return { day: typeof day === 'number' ? day : undefined, isAsked: day !== null && day !== undefined };
}
