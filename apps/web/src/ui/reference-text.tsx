import { clsx } from 'clsx';
import { Fragment } from 'react';

interface ReferenceTextProps {
  readonly text: string;
  readonly className?: string | undefined;
}

/**
 * An id or a reference that may be longer than a phone is wide. It breaks behind its hyphens, or between groups of four, into lines
 * of about the same length: broken wherever a line ends, its last two letters would stand alone. Copied, it is as it was.
 */
export function ReferenceText({ text, className }: ReferenceTextProps) {
  const groups = text.includes('-') ? text.split(/(?<=-)/u) : (text.match(/.{1,4}/gu) ?? []);
  return (
    <span className={clsx('inline-block min-w-0 text-balance wrap-anywhere tabular', className)}>
      {groups.map((group, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {group}
        </Fragment>
      ))}
    </span>
  );
}
