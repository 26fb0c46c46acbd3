import type { ComponentProps } from 'react';
import { Notice } from '../ui/notice.tsx';
import { useLanguage } from './i18n.tsx';
import { errorText } from './problem.ts';

interface FailedProps extends Omit<ComponentProps<typeof Notice>, 'children' | 'isLive'> {
  /** The error of a mutation: none while nothing went wrong. */
  readonly error: unknown;
}

/** Says why what was sent was not done, once it failed. */
export function Failed({ error, tone = 'bad', ...notice }: FailedProps) {
  const { language } = useLanguage();
  if (!error) return null;
  return (
    <Notice tone={tone} {...notice} isLive>
      {errorText(error, language)}
    </Notice>
  );
}
