import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { useGlossary } from './glossary.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly onCopied?: () => void;
  readonly className?: string;
}

/**
 * Copies a text. Where the browser does not let it, the element that shows the text is selected, and it is said. The answer is
 * true when it was copied.
 */
export function useCopying() {
  const words = useGlossary();
  return async (text: string, shown: () => Element | null | undefined): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const element = shown();
      if (element) {
        globalThis.getSelection()?.selectAllChildren(element);
        toast.info(words.copyMarked);
      } else toast.error(words.copyFailed);
      return false;
    }
  };
}

/** Copies a text; where the browser does not let it, the text beside it is selected, and it is said. */
export function CopyButton({ text, label, onCopied, className }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copyText = useCopying();
  const copy = async (button: Element) => {
    if (!(await copyText(text, () => shownBeside(button, text)))) return;
    setIsCopied(true);
    onCopied?.();
  };
  return (
    <IconButton label={label} className={className} onClick={(event) => void copy(event.currentTarget)}>
      {isCopied ? (
        <Check aria-hidden="true" className="size-5 text-ok" />
      ) : (
        <Copy aria-hidden="true" className="size-5" />
      )}
    </IconButton>
  );
}

/** The steps up from the button to the box that holds its text, too. */
const LEVELS_MAX = 4;

/** The element near the button that shows the text; undefined where none does. */
function shownBeside(button: Element, text: string): Element | undefined {
  let box = button.parentElement;
  for (let level = 0; box !== null && level < LEVELS_MAX; level += 1) {
    const shown = [...box.querySelectorAll('*')].find((one) => one.textContent === text);
    if (shown !== undefined) return shown;
    box = box.parentElement;
  }
  return undefined;
}
