import { useId } from 'react';
import { TextButton } from '../../ui/button.tsx';
import { focusHeading } from '../../ui/take-focus.ts';
import { useAdminWords } from './admin.words.ts';

/** Parameters of the address that narrow a list and have no field of their own: a page elsewhere sets them. */
const IDS = ['userId', 'actorId', 'subjectId', 'objectId'] as const;

interface NarrowedLinesProps {
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** Says that a list has the rows of one person or thing alone, and offers all within the other filters. */
export function NarrowedLines({ values, onChange }: NarrowedLinesProps) {
  const words = useAdminWords().narrowed;
  const line = useId();
  return IDS.filter((name) => (values[name] ?? '') !== '').map((name) => (
    <p key={name} className="mb-2 text-small text-ink-2">
      <span id={`${line}${name}`}>{words[name]}</span>
      {' · '}
      <TextButton
        aria-describedby={`${line}${name}`}
        onClick={() => {
          onChange({ [name]: '' });
          // The line goes, and its button with it.
          focusHeading();
        }}
      >
        {words.all}
      </TextButton>
    </p>
  ));
}
