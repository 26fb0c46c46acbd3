import { clsx } from 'clsx';

interface WordmarkProps {
  readonly name: string;
  /** On the narrowest phones, and where letters are large, the mark stands alone; the name is still read aloud. */
  readonly isShortWhenNarrow?: boolean;
}

/** The mark: a ring that is not yet closed, and a point of marigold on its way round. Time given. */
export function Wordmark({ name, isShortWhenNarrow = false }: WordmarkProps) {
  return (
    <span className="inline-flex items-center gap-2.5 text-section font-semibold text-ink">
      {/* It grows with the letters beside it. */}
      <Mark sizePx={24} className="size-6" />
      <span className={isShortWhenNarrow ? 'max-xs:sr-only @max-figures:sr-only' : undefined}>{name}</span>
    </span>
  );
}

interface MarkProps {
  readonly sizePx: number;
  readonly className?: string;
  /** Read aloud where no name stands beside it. */
  readonly label?: string;
}

/** app.html begins with the same drawing. */
export function Mark({ sizePx, className, label }: MarkProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={clsx('shrink-0', className)}
      width={sizePx}
      height={sizePx}
    >
      <path
        d="M15.7 4.3A8.5 8.5 0 1 0 20.5 12"
        fill="none"
        className="stroke-brand"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="19.6" cy="6.4" r="2.4" className="fill-due" />
    </svg>
  );
}
