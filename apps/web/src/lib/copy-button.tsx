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

/** Copies a text; where the browser does not let it, the text beside it is selected, and it is said. */
export function CopyButton({ text, label, onCopied, className }: CopyButtonProps) {
  const words = useGlossary();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (button: Element) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (selectBeside(button, text)) toast.info(words.copyMarked);
      else toast.error(words.copyFailed);
      return;
    }
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

/** Selects the element near the button that shows the text; false where none does. */
function selectBeside(button: Element, text: string): boolean {
  let box = button.parentElement;
  for (let level = 0; box !== null && level < LEVELS_MAX; level += 1) {
    const shown = [...box.querySelectorAll('*')].find((one) => one.textContent === text);
    if (shown !== undefined) {
      globalThis.getSelection()?.selectAllChildren(shown);
      return true;
    }
    box = box.parentElement;
  }
  return false;
}
