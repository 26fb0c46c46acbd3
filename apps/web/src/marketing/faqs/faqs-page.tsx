import { Accordion } from '../../ui/accordion.tsx';
import { TextField } from '../../ui/field.tsx';
import { Answer } from '../figures.tsx';
import { PageHead } from '../layout.tsx';
import type { Site } from '../site.ts';
import { faqs as english } from '../../lib/faqs.en.ts';
import { faqs as hindi } from '../../lib/faqs.hi.ts';

/** Every answer, in groups. The search appears with the script: without it everything stands there to be read. */
export function Faqs({ site }: { readonly site: Site }) {
  const words = site.words.faqs;
  const groups = site.language === 'hi' ? hindi : english;
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <div className="max-w-text">
        <div data-faq-search hidden className="mb-8">
          <TextField id="faq-search" type="search" label={words.search} autoComplete="off" />
          <p
            data-faq-count
            data-count={words.count}
            data-none={words.none}
            role="status"
            className="mt-2 text-small text-ink-2"
          />
        </div>
        {groups.map((group) => (
          <section key={group.id} id={group.id} data-faq-group className="scroll-mt-6 pb-10">
            <h2 className="mb-2 text-title font-semibold">{group.heading}</h2>
            <Accordion
              name="faqs"
              items={group.items.map((item) => ({
                title: item.question,
                content: <Answer site={site} text={item.answer} />,
              }))}
            />
          </section>
        ))}
        <p className="text-ink-2">
          {words.other}{' '}
          <a href={site.href('/contact')} className="font-medium text-brand-ink underline">
            {site.words.contact.title}
          </a>
        </p>
      </div>
    </div>
  );
}
