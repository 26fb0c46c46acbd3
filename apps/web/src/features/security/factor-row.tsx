import { Button } from '../../ui/button.tsx';
import { useSecurityWords } from './security.words.ts';

interface FactorRowProps {
  readonly name: string;
  readonly text: string;
  readonly isOn: boolean;
  /** What the button that sets it up is called for who hears it without the row. */
  readonly setUpLabel: string;
  readonly onSetUp: () => void;
  readonly onRemove: () => void;
}

/** One kind of second step: what it is, and the way to it or away from it. */
export function FactorRow({ name, text, isOn, setUpLabel, onSetUp, onRemove }: FactorRowProps) {
  const words = useSecurityWords();
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
      <span className="flex min-w-0 flex-1 basis-40 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-small text-ink-2">{text}</span>
      </span>
      {isOn ? (
        <Button
          tone="quiet"
          size="medium"
          className="-mr-4 ml-auto"
          aria-label={words.removeNamed(name)}
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      ) : (
        <Button tone="secondary" size="medium" aria-label={setUpLabel} onClick={onSetUp}>
          {words.steps.setUp}
        </Button>
      )}
    </div>
  );
}
