import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextButton } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { useGlossary } from './glossary.ts';
import { useLanguage } from './i18n.tsx';
import type { Language } from './language.ts';
import { errorText } from './problem.ts';
import { saveFile } from './save-file.ts';
import { useSendOnce } from './send-once.ts';

interface DocumentLinkProps {
  /** Fetches the document; it needs the bearer, so a plain link would not do. */
  readonly load: (language: Language) => Promise<Blob>;
  /** The name of the saved file, with its ending. */
  readonly fileName: string;
  readonly children: ReactNode;
}

/** A link that saves a document, in the language of the screen. */
export function DocumentLink({ load, fileName, children }: DocumentLinkProps) {
  const words = useGlossary().documents;
  const { language } = useLanguage();
  const download = useSendOnce({
    mutationFn: () => load(language),
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => toast.error(words.failed, errorText(error, language)),
  });
  return (
    <TextButton
      className="inline-flex items-center gap-2 text-left print:hidden"
      disabled={download.isPending}
      aria-busy={download.isPending}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </TextButton>
  );
}
