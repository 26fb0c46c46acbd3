import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly onCopied?: () => void;
  readonly className?: string;
}

export function CopyButton({ text, label, onCopied, className }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <IconButton
      label={label}
      className={className}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setIsCopied(true);
          onCopied?.();
        });
      }}
    >
      {isCopied ? (
        <Check aria-hidden="true" className="size-5 text-ok" />
      ) : (
        <Copy aria-hidden="true" className="size-5" />
      )}
    </IconButton>
  );
}
