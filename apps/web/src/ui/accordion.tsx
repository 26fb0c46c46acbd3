import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';

export interface AccordionItem {
  readonly title: ReactNode;
  readonly content: ReactNode;
  /** For what is fetched only when it is opened. */
  readonly onOpen?: () => void;
}

/** One open at a time, may be closed; the platform does both, without script. */
export function Accordion({
  items,
  name,
}: {
  readonly items: readonly AccordionItem[];
  readonly name?: string;
}) {
  const made = useId();
  return (
    <div className="ruled">
      {items.map((item, index) => (
        <details
          key={index}
          name={name ?? made}
          className="group"
          onToggle={(event) => {
            if (event.currentTarget.open) item.onOpen?.();
          }}
        >
          <summary className="flex min-h-13 items-center justify-between gap-4 py-3 font-medium">
            {item.title}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="max-w-text pb-5 text-ink-2">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
