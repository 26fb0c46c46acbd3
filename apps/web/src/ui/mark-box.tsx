import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';

interface MarkBoxProps {
  /** The accessible name: the thing that is marked. No text stands beside the box. */
  readonly label: string;
  readonly isMarked: boolean;
  /** Some of what it stands for is marked, and not all. */
  readonly isMixed?: boolean;
  readonly onMark: (isMarked: boolean) => void;
  /** Stands in a row: the key for marking finds it by this. */
  readonly isOfRow?: true;
}

/** A small box at the head of a row. Its target is 24 px wide and high, on a phone 44. */
export function MarkBox({ label, isMarked, isMixed = false, onMark, isOfRow }: MarkBoxProps) {
  const Mark = isMixed ? Minus : Check;
  return (
    <span className="relative flex size-6 shrink-0 items-center justify-center max-md:size-11">
      <input
        type="checkbox"
        aria-label={label}
        data-row-mark={isOfRow}
        checked={isMarked}
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        onChange={(event) => onMark(event.currentTarget.checked)}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden="true"
        className={clsx(
          'flex size-5 items-center justify-center rounded-chip border-2 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand',
          isMarked || isMixed
            ? 'border-brand bg-brand text-on-brand'
            : 'border-line-strong bg-surface text-transparent',
        )}
      >
        <Mark className="size-4" strokeWidth={3} />
      </span>
    </span>
  );
}
