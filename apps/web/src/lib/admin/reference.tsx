import { ReferenceText } from '../../ui/reference-text.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useAdminWords } from './admin.words.ts';

interface ReferenceProps {
  readonly text: string;
  /** The kind of thing that `text` names, for the button's accessible name. */
  readonly of: string;
}

/** An id or a reference, with a button that copies it: these are not typed. */
export function Reference({ text, of }: ReferenceProps) {
  const words = useAdminWords();
  return (
    <span className="inline-flex max-w-full items-center">
      <ReferenceText text={text} />
      <CopyButton text={text} label={words.copy(of)} className="-my-2.5 -mr-3" />
    </span>
  );
}
