import { hasFigures } from '../../lib/figure-places.ts';
import { Figures } from '../figures.tsx';
import { PageHead } from '../layout.tsx';
import { WithOurName } from '../our-name.tsx';
import type { Site } from '../site.ts';
import type { Article, ArticlePart } from './article.ts';

interface ArticlePageProps {
  readonly site: Site;
  readonly article: Article;
  /** A line under the title: when it was changed or published. */
  readonly dated?: string;
  /** An agreement or a policy is looked things up in; a short page is read. */
  readonly hasContents?: boolean;
  /** Lender and grievance officer, as the server knows them. */
  readonly hasOperator?: boolean;
}

/** A public page of headings and paragraphs. */
export function ArticlePage({
  site,
  article,
  dated,
  hasContents = false,
  hasOperator = false,
}: ArticlePageProps) {
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <article className="max-w-text">
        <PageHead title={article.title} lead={article.lead} />
        {dated === undefined ? null : <p className="text-caption text-ink-3">{dated}</p>}
        {hasContents ? <Contents site={site} parts={article.parts} /> : null}
        {article.parts.map((part) => (
          <Part key={part.id} site={site} part={part} />
        ))}
        {hasOperator ? <Operator site={site} /> : null}
      </article>
    </div>
  );
}

function Contents({ site, parts }: { readonly site: Site; readonly parts: readonly ArticlePart[] }) {
  const label = site.words.article.contents;
  return (
    <nav aria-label={label} className="mt-6 rounded-card bg-sunken px-5 py-3 print:hidden">
      <p className="text-caption text-ink-3">{label}</p>
      <ol>
        {parts.map((part) => (
          <li key={part.id}>
            <a
              href={`#${part.id}`}
              className="inline-flex min-h-11 items-center text-brand-ink hover:underline"
            >
              {part.heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Part({ site, part }: { readonly site: Site; readonly part: ArticlePart }) {
  const { points = [], links = [] } = part;
  return (
    <section id={part.id} className="scroll-mt-6 pt-8">
      <h2 className="text-section font-semibold">{part.heading}</h2>
      {part.text.map((paragraph) => (
        <p key={paragraph} className="mt-2 text-ink-2">
          {hasFigures(paragraph) ? (
            <Figures site={site} text={paragraph} />
          ) : (
            <WithOurName text={paragraph} />
          )}
        </p>
      ))}
      {points.length === 0 ? null : (
        <ul className="ruled mt-3 border-y border-line">
          {points.map((point) => (
            <li key={point} className="py-2.5">
              <Figures site={site} text={point} />
            </li>
          ))}
        </ul>
      )}
      {links.length === 0 ? null : (
        <ul className="mt-2 flex flex-col items-start">
          {links.map((link) => (
            <li key={link.to}>
              <a
                href={isPage(link.to) ? site.href(link.to) : link.to}
                className="inline-flex min-h-11 items-center font-medium text-brand-ink hover:underline"
              >
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Files and other people's addresses have no Hindi sibling. */
function isPage(to: string): boolean {
  return to.startsWith('/') && !to.includes('.');
}

function Operator({ site }: { readonly site: Site }) {
  const { hero, footer } = site.words;
  return (
    <section className="mt-10 rounded-card bg-sunken p-5">
      <p data-lender hidden>
        {hero.lenderKnown} <span data-lender-name className="font-medium" />
      </p>
      <p data-lender-unknown>{hero.lenderUnknown}</p>
      <p data-grievance hidden className="mt-2">
        {footer.grievance}: <span data-grievance-contact className="font-medium" />
      </p>
    </section>
  );
}
