import { businessDate, DEFAULT_LATE_POLICY, formatRupees, paise } from '@mohlat/money';
import { Accordion } from '../ui/accordion.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CostBreakdown } from '../ui/cost-breakdown.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { FeatureCards } from './landing.tsx';
import { PageHead } from './layout.tsx';
import type { LegalPage } from './legal.en.ts';
import { priceBill, PRINTED_AMOUNT_PAISE, PRINTED_PRICES } from './price-bill.ts';
import type { Site } from './site.ts';

interface PageProps {
  readonly site: Site;
}

export function Features({ site }: PageProps) {
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={site.words.features.title} lead={site.words.features.lead} />
      <FeatureCards site={site} headingLevel={undefined} hasPoints />
      <a href="/signup" data-signup className={`${buttonClass()} mt-8 member:hidden max-md:w-full`}>
        {site.words.nav.signUp}
      </a>
    </div>
  );
}

export function Pricing({ site }: PageProps) {
  const words = site.words.pricing;
  const { fee, plans } = PRINTED_PRICES;
  const rate = plans.find((plan) => plan.kind === 'emi')?.annualRatePercent ?? '';
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <div className="grid grid-cols-1 items-start gap-3 md:gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-3 md:gap-5">
          <Card title={words.feeTitle}>
            <p>
              <span className="text-hero font-semibold tabular">{Number(fee.percent)}%</span>{' '}
              <span className="text-ink-2">{words.fee}</span>
            </p>
            <p className="mt-2 text-ink-2">
              {words.feeBounds(formatRupees(paise(fee.minPaise)), formatRupees(paise(fee.maxPaise)))}
            </p>
          </Card>
          <WorkedExample site={site} />
          <Card title={words.freeTitle}>
            <ul className="ruled">
              {words.free.map((line) => (
                <li key={line} className="py-2.5">
                  {line}
                </li>
              ))}
            </ul>
          </Card>
        </div>
        <div className="flex flex-col gap-3 md:gap-5">
          <Card title={words.plansTitle}>
            <dl className="ruled">
              <div className="pb-3">
                <dt className="font-semibold">{words.planSingle}</dt>
                <dd className="text-ink-2">{words.planSingleText}</dd>
              </div>
              <div className="pt-3">
                <dt className="font-semibold">{words.planEmi}</dt>
                <dd className="text-ink-2">{words.planEmiText(rate)}</dd>
              </div>
            </dl>
          </Card>
          <LateCharges site={site} />
        </div>
      </div>
    </div>
  );
}

function WorkedExample({ site }: PageProps) {
  const { pricing, calculator } = site.words;
  const price = priceBill(PRINTED_AMOUNT_PAISE, PRINTED_PRICES, businessDate('2027-04-15'));
  const emi = price.plans.find((plan) => plan.plan.kind === 'emi');
  if (emi === undefined) return null;
  return (
    <Card title={pricing.exampleTitle} description={pricing.exampleText(formatRupees(price.billPaise))}>
      <CostBreakdown
        figures={{
          billPaise: price.billPaise,
          serviceFeePaise: price.feePaise,
          gstIncludedPaise: price.gstIncludedPaise,
          interestPaise: emi.interestPaise,
          totalPaise: emi.totalPaise,
          aprPercent: emi.aprPercent,
        }}
        labels={{
          bill: pricing.bill,
          serviceFee: calculator.fee,
          gstIncluded: calculator.gst,
          interest: calculator.interest,
          total: calculator.total,
          apr: calculator.apr,
        }}
      />
    </Card>
  );
}

function LateCharges({ site }: PageProps) {
  const words = site.words.pricing;
  const { bands, chargeAboveBandsPaise, bouncePaise } = DEFAULT_LATE_POLICY;
  const last = bands.at(-1);
  const cell = 'border-b border-line py-2 tabular';
  return (
    <Card title={words.lateTitle}>
      <p className="text-ink-2">{words.lateText}</p>
      <table className="mt-4 w-full border-collapse text-small">
        <thead>
          <tr className="text-caption text-ink-3">
            <th scope="col" className="border-b border-line-strong py-2 text-left font-medium">
              {words.lateUpTo}
            </th>
            <th scope="col" className="border-b border-line-strong py-2 text-right font-medium">
              {words.lateCharge}
            </th>
          </tr>
        </thead>
        <tbody>
          {bands.map((band) => (
            <tr key={band.unpaidUpToPaise}>
              <td className={cell}>{words.upTo(formatRupees(band.unpaidUpToPaise))}</td>
              <td className={`${cell} text-right font-semibold`}>
                {band.chargePaise === 0 ? words.none : formatRupees(band.chargePaise)}
              </td>
            </tr>
          ))}
          {last === undefined ? null : (
            <tr>
              <td className={cell}>{words.above(formatRupees(last.unpaidUpToPaise))}</td>
              <td className={`${cell} text-right font-semibold`}>{formatRupees(chargeAboveBandsPaise)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="mt-3 text-small text-ink-2">{words.bounceText(formatRupees(bouncePaise))}</p>
    </Card>
  );
}

export function Support({ site }: PageProps) {
  const words = site.words.support;
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-2 lg:gap-16">
        <section>
          <h2 className="mb-2 text-title font-semibold">{words.faqTitle}</h2>
          <Accordion
            name="faq"
            items={words.faq.map((item) => ({ title: item.question, content: <p>{item.answer}</p> }))}
          />
        </section>
        <div className="flex flex-col gap-5">
          <ContactForm site={site} />
          <Card title={words.grievanceTitle}>
            <p data-grievance hidden className="mb-2 font-medium">
              <span data-grievance-contact />
            </p>
            <p className="text-ink-2">{words.grievanceText}</p>
          </Card>
        </div>
      </div>
    </div>
  );
}

function ContactForm({ site }: PageProps) {
  const words = site.words.support;
  return (
    <Card title={words.formTitle} description={words.formText}>
      <form
        data-contact
        data-failed={words.failed}
        data-sending={words.sending}
        data-ticket={words.ticket}
        className="flex flex-col gap-4"
      >
        <TextField id="contact-name" name="name" autoComplete="name" required label={words.name} />
        <TextField
          id="contact-email"
          name="email"
          type="email"
          autoComplete="email"
          required
          label={words.email}
        />
        <TextField id="contact-subject" name="subject" required label={words.subject} />
        <TextAreaField id="contact-message" name="message" required label={words.message} />
        <p data-contact-problem role="alert" className="text-small text-bad-ink empty:hidden" />
        <button type="submit" className={buttonClass()}>
          {words.send}
        </button>
      </form>
      <div data-contact-sent hidden role="status">
        <p className="font-semibold">{words.sentTitle}</p>
        <p className="text-ink-2">{words.sentText}</p>
        <p data-contact-ticket className="mt-2 font-semibold" />
      </div>
    </Card>
  );
}

export function LearnMore({ site }: PageProps) {
  const words = site.words.learnMore;
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <div className="ruled max-w-text border-t border-line">
        {words.parts.map((part) => (
          <section key={part.heading} className="py-6">
            <h2 className="text-section font-semibold">{part.heading}</h2>
            {part.text.map((paragraph) => (
              <p key={paragraph} className="mt-2 text-ink-2">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

export function Legal({ site, page }: PageProps & { readonly page: LegalPage }) {
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <div className="max-w-text">
        <PageHead title={page.title} lead={page.lead} />
        <p className="text-caption text-ink-3">{site.words.legal.changed}</p>
        <nav
          aria-label={site.words.legal.contents}
          className="mt-6 rounded-card bg-sunken px-5 py-3 print:hidden"
        >
          <p className="text-caption text-ink-3">{site.words.legal.contents}</p>
          <ol>
            {page.parts.map((part) => (
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
        {page.parts.map((part) => (
          <section key={part.id} id={part.id} className="scroll-mt-6 pt-8">
            <h2 className="text-section font-semibold">{part.heading}</h2>
            {part.text.map((paragraph) => (
              <p key={paragraph} className="mt-2 text-ink-2">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
