import { Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { useGlossary } from './glossary.ts';
import { useLanguage } from './i18n.tsx';
import { errorText } from './problem.ts';
import { saveFile } from './save-file.ts';
import { useSendOnce } from './send-once.ts';

interface FileButtonProps {
  readonly name: string;
  readonly read: () => Promise<Blob>;
}

/** The file needs the bearer, so it is fetched here and handed to the browser as a download. */
export function FileButton({ name, read }: FileButtonProps) {
  const words = useGlossary().file;
  const { language } = useLanguage();
  const download = useSendOnce({
    mutationFn: read,
    onSuccess: (file) => saveFile(file, name),
    onError: (error) => toast.error(words.failed, errorText(error, language)),
  });
  return (
    <Button
      tone="secondary"
      size="medium"
      isPending={download.isPending}
      pendingText={words.pending}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" className="size-5" />
      {words.csv}
    </Button>
  );
}
