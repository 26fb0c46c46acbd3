import type { ReactNode } from 'react';
import { THEMES } from '../lib/theme.ts';
import { buttonClass } from '../ui/button.tsx';
import { ThemeChoice } from '../ui/theme-choice.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import type { Site } from './site.ts';
import { SHORT_HELP, to } from '../lib/addresses.ts';
import { WithOurName } from './our-name.tsx';

interface LayoutProps {
  readonly site: Site;
  readonly children: ReactNode;
}

const NAV_LINK =
  'inline-flex min-h-11 items-center rounded-chip px-1 text-ink-2 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink';

export function Layout({ site, children }: LayoutProps) {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-button bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {site.words.skip}
      </a>
      <Header site={site} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer site={site} />
    </>
  );
}

function Header({ site }: { readonly site: Site }) {
  const { words, href } = site;
  const links = [
    { path: '/features', label: words.nav.features },
    { path: '/pricing', label: words.nav.pricing },
    { path: '/support', label: words.nav.support },
  ];
  return (
    <header className="border-b border-line bg-canvas print:hidden">
      <div className="gutter mx-auto flex w-full max-w-page flex-wrap items-center gap-x-6 py-2">
        <a href={href('/')} className="mr-auto inline-flex min-h-11 items-center rounded-chip md:mr-0">
          <Wordmark name={words.productName} />
        </a>
        <nav
          aria-label={words.nav.label}
          className="flex flex-wrap gap-x-5 text-small max-md:order-last max-md:w-full md:mr-auto"
        >
          {links.map((link) => (
            <a
              key={link.path}
              href={href(link.path)}
              aria-current={site.path === link.path ? 'page' : undefined}
              className={NAV_LINK}
            >
              {link.label}
            </a>
          ))}
          <a
            href={site.otherLanguage.href}
            lang={site.otherLanguage.code}
            hrefLang={site.otherLanguage.code}
            data-language={site.otherLanguage.code}
            className={`${NAV_LINK} hindi-name ml-auto md:ml-0`}
          >
            {site.otherLanguage.label}
          </a>
        </nav>
        <div className="flex flex-wrap items-center gap-2 member:hidden">
          <a href={to('/login')} className={buttonClass('quiet', 'medium')}>
            {words.nav.login}
          </a>
          <a href={to('/signup')} data-signup className={buttonClass('primary', 'medium')}>
            {words.nav.signUp}
          </a>
        </div>
        <a href={to('/dashboard')} className={`${buttonClass('primary', 'medium')} guest:hidden`}>
          {words.nav.dashboard}
        </a>
      </div>
    </header>
  );
}

function footerColumns({ words, href }: Site) {
  const { footer, nav } = words;
  return [
    {
      title: footer.product,
      links: [
        { to: href('/features'), label: nav.features },
        { to: href('/pricing'), label: nav.pricing },
        { to: href('/learn-more'), label: footer.learnMore },
        { to: to('/login'), label: nav.login },
        { to: to('/signup'), label: nav.signUp },
      ],
    },
    {
      title: footer.company,
      links: [
        { to: href('/about'), label: footer.about },
        { to: href('/careers'), label: footer.careers },
        { to: href('/blog'), label: footer.blog },
        { to: href('/press'), label: footer.press },
      ],
    },
    {
      title: footer.help,
      links: [
        { to: href('/support'), label: nav.support },
        { to: href('/faqs'), label: footer.faqs },
        { to: href('/contact'), label: footer.contact },
        { to: SHORT_HELP, label: footer.helpPage },
        { to: to('/status'), label: footer.status },
      ],
    },
    {
      title: footer.legal,
      links: [
        { to: href('/terms'), label: footer.terms },
        { to: href('/privacy'), label: footer.privacy },
        { to: href('/cookies'), label: footer.cookies },
        { to: href('/security'), label: footer.security },
        { to: href('/compliance'), label: footer.compliance },
      ],
    },
  ];
}

function Footer({ site }: { readonly site: Site }) {
  const { words } = site;
  const columns = footerColumns(site);
  return (
    <footer className="mt-16 border-t border-line bg-sunken text-small print:hidden">
      <div className="gutter mx-auto grid w-full max-w-page gap-10 py-12 lg:flex lg:items-start lg:justify-between lg:gap-16">
        <div className="flex max-w-text flex-col gap-3 text-ink-2">
          <Wordmark name={words.productName} />
          <p>{words.footer.note}</p>
          <p data-lender hidden>
            {words.hero.lenderKnown} <span data-lender-name />
          </p>
          <p data-grievance hidden>
            {words.footer.grievance}: <span data-grievance-contact />
          </p>
          <div data-theme-switch hidden className="max-w-auth">
            <ThemeChoice
              legend={words.theme.label}
              options={THEMES.map((value) => ({ value, label: words.theme[value] }))}
            />
          </div>
        </div>
        <div className="grid-cols-links grid gap-x-10 gap-y-8 md:shrink-0 md:grid-cols-4">
          {columns.map((column) => (
            <nav key={column.title} aria-label={column.title}>
              <p className="mb-1 font-semibold">{column.title}</p>
              <ul>
                {column.links.map((link) => (
                  <li key={link.to}>
                    <a
                      href={link.to}
                      {...(link.to === to('/signup') ? { 'data-signup': true } : {})}
                      className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink hover:underline md:whitespace-nowrap"
                    >
                      {link.label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
    </footer>
  );
}

interface PageHeadProps {
  readonly title: string;
  readonly lead: string;
}

export function PageHead({ title, lead }: PageHeadProps) {
  return (
    <header className="max-w-text pt-12 pb-8 md:pt-16">
      <h1 className="hero-title font-semibold md:text-display">{title}</h1>
      <p className="mt-3 text-section text-ink-2">
        <WithOurName text={lead} />
      </p>
    </header>
  );
}
