import { CalendarClock, ShieldCheck, Timer, Zap } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { Calculator } from './calculator.tsx';
import { Figures } from './figures.tsx';
import { NotGoodFor, ShownFeatures, Steps } from './landing-told.tsx';
import type { Site } from './site.ts';
import { to } from '../lib/addresses.ts';

export function Landing({ site }: { readonly site: Site }) {
  return (
    <>
      <Hero site={site} />
      <Steps site={site} />
      <ShownFeatures site={site} />
      <NotGoodFor site={site} />
      <Proof site={site} />
      <Closing site={site} />
    </>
  );
}

function Hero({ site }: { readonly site: Site }) {
  const { hero, nav } = site.words;
  return (
    <section className="gutter mx-auto grid w-full max-w-page grid-cols-1 items-start gap-8 pt-8 pb-12 lg:grid-cols-2 lg:gap-16 lg:pt-20 lg:pb-20">
      <div className="flex flex-col items-start gap-5 lg:pt-6">
        <div className="flex flex-col items-start gap-5 member:hidden">
          <h1 className="hero-title font-semibold md:text-display">{hero.title}</h1>
          <p className="max-w-form text-section text-ink-2">{hero.text}</p>
          <div className="flex flex-wrap gap-3 max-lg:hidden">
            <a href={to('/signup')} data-signup className={buttonClass()}>
              {nav.signUp}
            </a>
            <a href={site.href('/pricing')} className={buttonClass('secondary')}>
              {nav.pricing}
            </a>
          </div>
        </div>
        <div className="flex flex-col items-start gap-5 guest:hidden">
          <p className="hero-title font-semibold md:text-display" role="heading" aria-level={1}>
            {hero.memberTitle}
          </p>
          <p className="max-w-form text-section text-ink-2">{hero.memberText}</p>
          <a href={to('/dashboard')} className={buttonClass()}>
            {nav.dashboard}
          </a>
        </div>
        <p className="max-w-form text-small text-ink-3 max-lg:hidden">
          <LenderLine site={site} />
        </p>
      </div>
      <Calculator site={site} />
      <p className="text-small text-ink-3 lg:hidden">
        <LenderLine site={site} />
      </p>
    </section>
  );
}

function LenderLine({ site }: { readonly site: Site }) {
  const { hero } = site.words;
  return (
    <>
      <span data-lender hidden>
        {hero.lenderKnown} <span data-lender-name />
      </span>
      <span data-lender-unknown>{hero.lenderUnknown}</span>
    </>
  );
}

const ICONS = [Zap, CalendarClock, Timer, ShieldCheck] as const;

interface FeatureCardsProps {
  readonly site: Site;
  readonly headingLevel: 2 | undefined;
  readonly hasPoints?: boolean;
}

export function FeatureCards({ site, headingLevel, hasPoints = false }: FeatureCardsProps) {
  const { features } = site.words;
  const CardHeading = headingLevel === 2 ? 'h3' : 'h2';
  return (
    <section className={headingLevel === 2 ? 'gutter mx-auto w-full max-w-page py-12 md:py-16' : undefined}>
      {headingLevel === 2 ? (
        <h2 className="mb-8 text-title font-semibold md:text-hero">{features.title}</h2>
      ) : null}
      <ul className="grid gap-3 md:grid-cols-2 md:gap-5">
        {features.cards.map((card, index) => {
          const Icon = ICONS[index] ?? Zap;
          return (
            <li key={card.title} className="rounded-card border border-line bg-surface p-5 md:p-6">
              <Icon aria-hidden="true" className="size-6 text-brand-ink" />
              <CardHeading className="mt-3 text-section font-semibold">{card.title}</CardHeading>
              <p className="mt-1 text-ink-2">{card.text}</p>
              {hasPoints ? (
                <ul className="ruled mt-4 border-t border-line">
                  {card.points.map((point) => (
                    <li key={point} className="py-2.5">
                      <Figures site={site} text={point} />
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Closing({ site }: { readonly site: Site }) {
  const { closing, nav } = site.words;
  return (
    <section className="gutter mx-auto w-full max-w-page member:hidden">
      <div className="flex flex-col items-start gap-4 border-t-2 border-ink pt-8 md:flex-row md:items-center md:justify-between">
        <div>
          <h2 className="text-title font-semibold">{closing.title}</h2>
          <p className="text-ink-2">{closing.text}</p>
        </div>
        <a href={to('/signup')} data-signup className={`${buttonClass()} max-md:w-full`}>
          {nav.signUp}
        </a>
      </div>
    </section>
  );
}

/**
 * Sentences that customers left and staff published; until there are some, and beside them, what anybody can check. Nothing of it
 * is written by us, so the page has places alone, and the script fills them.
 */
function Proof({ site }: { readonly site: Site }) {
  const { testimonials, told } = site.words;
  const { proof, people } = told;
  const words = {
    single: people.single,
    emi: people.emi('{n}'),
    sealed: proof.sealed('{day}'),
    inTime: proof.inTime('{n}'),
  };
  return (
    <section
      data-proof
      data-words={JSON.stringify({ ...words, language: site.language })}
      className="gutter mx-auto w-full max-w-page pb-12 md:pb-16"
    >
      <div data-testimonials hidden className="mb-12">
        <h2 className="mb-8 text-title font-semibold md:text-hero">{testimonials.title}</h2>
        <ul data-testimonial-list className="grid gap-6 md:grid-cols-3 md:gap-10" />
        <template data-testimonial-template>
          <li className="flex flex-col gap-2 border-t-2 border-ink pt-4">
            <blockquote data-quote className="flex-1 text-section" />
            <p data-by className="text-small text-ink-3" />
          </li>
        </template>
      </div>
      <h2 className="text-title font-semibold md:text-hero">{proof.title}</h2>
      <div className="mt-6 grid gap-6 md:grid-cols-3 md:gap-10">
        <dl data-proof-counts hidden className="flex flex-col border-t border-line pt-3">
          <Count place="proof-bills" label={proof.bills} />
          <Count place="proof-in-time" hidden />
        </dl>
        <p className="border-t border-line pt-3 text-ink-2">{proof.receipt}</p>
        <p data-proof-sealed hidden className="border-t border-line pt-3 text-ink-2" />
        <p data-no-testimonials className="border-t border-line pt-3 text-ink-2">
          {proof.words}
        </p>
      </div>
    </section>
  );
}

function Count({ place, label, hidden }: { place: string; label?: string; hidden?: boolean }) {
  return (
    <div {...{ [`data-${place}-row`]: '' }} hidden={hidden} className="flex flex-col-reverse">
      <dt {...{ [`data-${place}-label`]: '' }} className="text-small text-ink-2">
        {label}
      </dt>
      <dd {...{ [`data-${place}`]: '' }} className="text-title font-semibold tabular" />
    </div>
  );
}
