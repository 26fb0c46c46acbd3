interface WordmarkProps {
  readonly name: string;
  /** On the narrowest phones the mark stands alone; the name is still read aloud. */
  readonly isShortWhenNarrow?: boolean;
}

/** The mark: a ring that is not yet closed, and a point of marigold on its way round. Time given. */
export function Wordmark({ name, isShortWhenNarrow = false }: WordmarkProps) {
  return (
    <span className="inline-flex items-center gap-2.5 text-section font-semibold text-ink">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0" width="24" height="24">
        <path
          d="M15.7 4.3A8.5 8.5 0 1 0 20.5 12"
          fill="none"
          className="stroke-brand"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="19.6" cy="6.4" r="2.4" className="fill-due" />
      </svg>
      <span className={isShortWhenNarrow ? 'max-xs:sr-only' : undefined}>{name}</span>
    </span>
  );
}
