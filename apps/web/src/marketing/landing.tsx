import { CalendarClock, ShieldCheck, Timer, Zap } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { Calculator } from './calculator.tsx';
import { Figures } from './figures.tsx';
import type { Site } from './site.ts';
import { TESTIMONIALS, type Testimonial } from './testimonials.ts';

export function Landing({ site }: { readonly site: Site }) {
  return (
    <>
      <Hero site={site} />
      <HowItWorks site={site} />
      <FeatureCards site={site} headingLevel={2} />
      <Testimonials site={site} testimonials={TESTIMONIALS} />
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
          <h1 className="text-hero font-semibold md:text-display">{hero.title}</h1>
          <p className="max-w-form text-section text-ink-2">{hero.text}</p>
          <div className="flex flex-wrap gap-3 max-lg:hidden">
            <a href="/signup" data-signup className={buttonClass()}>
              {nav.signUp}
            </a>
            <a href={site.href('/pricing')} className={buttonClass('secondary')}>
              {nav.pricing}
            </a>
          </div>
        </div>
        <div className="flex flex-col items-start gap-5 guest:hidden">
          <p className="text-hero font-semibold md:text-display" role="heading" aria-level={1}>
            {hero.memberTitle}
          </p>
          <p className="max-w-form text-section text-ink-2">{hero.memberText}</p>
          <a href="/dashboard" className={buttonClass()}>
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

function HowItWorks({ site }: { readonly site: Site }) {
  const { how } = site.words;
  return (
    <section className="border-y border-line bg-surface">
      <div className="gutter mx-auto w-full max-w-page py-12 md:py-16">
        <h2 className="text-title font-semibold md:text-hero">{how.title}</h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
          {how.steps.map((step, index) => (
            <li key={step.title} className="flex gap-4 md:flex-col md:border-t-2 md:border-ink md:pt-4">
              <span aria-hidden="true" className="text-hero font-semibold text-brand-ink tabular">
                {index + 1}
              </span>
              <div>
                <h3 className="text-section font-semibold">{step.title}</h3>
                <p className="mt-1 text-ink-2">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
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

interface TestimonialsProps {
  readonly site: Site;
  readonly testimonials: readonly Testimonial[];
}

/** Hidden while there is nothing real to show; in the sandbox the script fills it with marked examples. */
function Testimonials({ site, testimonials }: TestimonialsProps) {
  return (
    <section
      data-testimonials
      hidden={testimonials.length === 0}
      className="gutter mx-auto w-full max-w-page pb-12 md:pb-16"
    >
      <h2 className="mb-8 text-title font-semibold md:text-hero">{site.words.testimonials.title}</h2>
      <ul data-testimonial-list className="grid gap-3 md:grid-cols-3 md:gap-5">
        {testimonials.map((testimonial) => (
          <TestimonialItem key={testimonial.quote} testimonial={testimonial} />
        ))}
      </ul>
      <template data-testimonial-template>
        <TestimonialItem mark={site.words.testimonials.example} />
      </template>
    </section>
  );
}

interface TestimonialItemProps {
  readonly testimonial?: Testimonial;
  readonly mark?: string;
}

function TestimonialItem({ testimonial, mark }: TestimonialItemProps) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5">
      {mark === undefined ? null : (
        <p className="self-start rounded-chip bg-due-soft px-2 py-0.5 text-caption font-medium text-due-ink">
          {mark}
        </p>
      )}
      <blockquote data-quote className="flex-1">
        {testimonial?.quote}
      </blockquote>
      <p data-by className="text-small text-ink-3">
        {testimonial?.by}
      </p>
    </li>
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
        <a href="/signup" data-signup className={`${buttonClass()} max-md:w-full`}>
          {nav.signUp}
        </a>
      </div>
    </section>
  );
}
