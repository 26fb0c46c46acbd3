import { Card } from '../ui/card.tsx';
import { PageHead } from './layout.tsx';
import { ContactForm, GrievanceCard } from './pages.tsx';
import type { Site } from './site.ts';

export function Contact({ site }: { readonly site: Site }) {
  const words = site.words.contact;
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <ContactForm site={site} />
        <div className="flex flex-col gap-5">
          <Card title={words.waysTitle}>
            <ul className="ruled">
              {words.ways.map((way) => (
                <li key={way} className="py-2.5">
                  {way}
                </li>
              ))}
            </ul>
          </Card>
          <Card title={words.fraudTitle}>
            <p className="text-ink-2">{words.fraudText}</p>
          </Card>
          <GrievanceCard site={site} />
        </div>
      </div>
    </div>
  );
}
