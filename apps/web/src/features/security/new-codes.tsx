import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSecurityWords } from './security.words.ts';

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Recovery codes, shown once: the page prints nothing else while they stand here. */
export function NewCodes({ codes, onKept }: NewCodesProps) {
  const words = useSecurityWords().codes;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = codes.map(grouped);
  const text = shown.join('\n');
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="rounded-card border border-brand-line bg-surface p-4 md:p-5">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold">
        {words.shownTitle}
      </h2>
      <p className="mt-1 max-w-form text-ink-2">{words.shownText}</p>
      <ol
        aria-label={words.list}
        className="my-4 grid w-fit max-w-full list-inside list-decimal gap-x-8 gap-y-1 rounded-input bg-sunken px-4 py-3 md:grid-cols-2"
      >
        {shown.map((code) => (
          <li key={code} className="whitespace-nowrap tabular">
            <code className="text-small">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="medium" onClick={onKept}>
          {words.kept}
        </Button>
        <Button
          tone="secondary"
          size="medium"
          onClick={() => void navigator.clipboard.writeText(text).then(() => toast.success(words.copied))}
        >
          <Copy aria-hidden="true" className="size-5" />
          {words.copy}
        </Button>
        <Button
          tone="secondary"
          size="medium"
          onClick={() =>
            saveFile(new Blob([`${words.fileHead}\n\n${text}\n`], { type: 'text/plain' }), words.fileName)
          }
        >
          <Download aria-hidden="true" className="size-5" />
          {words.download}
        </Button>
        <Button tone="secondary" size="medium" onClick={() => globalThis.print()}>
          <Printer aria-hidden="true" className="size-5" />
          {words.print}
        </Button>
      </div>
    </section>
  );
}

/** In fours, as it is read and typed; the service takes it either way. */
function grouped(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
