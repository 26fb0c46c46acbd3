import type { ReactNode } from 'react';
import { SECTION_NAMES, type SectionName } from './settings-fields.ts';
import { useSettingsWords } from './settings.words.ts';

const idOf = (name: SectionName) => `settings-${name}`;

/** One press to each part of a form that is taller than any screen. */
export function SectionLinks() {
  const words = useSettingsWords();
  return (
    <nav aria-label={words.parts} className="flex flex-wrap gap-x-4 border-b border-line pb-2 text-small">
      {SECTION_NAMES.map((name) => (
        <a
          key={name}
          href={`#${idOf(name)}`}
          className="inline-flex min-h-11 items-center rounded-chip text-brand-ink underline decoration-brand-line underline-offset-4 md:min-h-8"
        >
          {words.sections[name]}
        </a>
      ))}
    </nav>
  );
}

/** Settings that belong together, under their name. */
export function Section({ name, children }: { readonly name: SectionName; readonly children: ReactNode }) {
  const words = useSettingsWords();
  const headingId = `${idOf(name)}-title`;
  return (
    <section id={idOf(name)} aria-labelledby={headingId} className="flex scroll-mt-20 flex-col gap-4 pt-2">
      <h3 id={headingId} className="text-section font-semibold">
        {words.sections[name]}
      </h3>
      {children}
    </section>
  );
}
