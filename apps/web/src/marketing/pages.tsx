import { Accordion } from '../ui/accordion.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CostBreakdown } from '../ui/cost-breakdown.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { formatDateWithYear } from '../lib/format.ts';
import { exampleCost, lateRows, planRows } from './fees.ts';
import { Answer, Figures, PRINTED_LATE, PRINTED_ON } from './figures.tsx';
import { FeatureCards } from './landing.tsx';
import { PageHead } from './layout.tsx';
import { PRINTED_PRICES } from './price-bill.ts';
import type { Site } from './site.ts';
import { to } from '../lib/addresses.ts';

interface PageProps {
  readonly site: Site;
}

export function Features({ site }: PageProps) {
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={site.words.features.title} lead={site.words.features.lead} />
      <FeatureCards site={site} headingLevel={undefined} hasPoints />
      <a href={to('/signup')} data-signup className={`${buttonClass()} mt-8 member:hidden max-md:w-full`}>
        {site.words.nav.signUp}
      </a>
    </div>
  );
}

export function Pricing({ site }: PageProps) {
  const words = site.words.pricing;
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <div className="grid grid-cols-1 items-start gap-3 md:gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-3 md:gap-5">
          <Card title={words.feeTitle}>
            <p>
              <span className="text-hero font-semibold tabular">
                <Figures site={site} text="{percent}%" />
              </span>{' '}
              <span className="text-ink-2">{words.fee}</span>
            </p>
            <p className="mt-2 text-ink-2">
              <Figures site={site} text={words.feeBounds} />
            </p>
          </Card>
          <WorkedExample site={site} />
          <Card title={words.freeTitle}>
            <ul className="ruled">
              {words.free.map((line) => (
                <li key={line} className="py-2.5">
                  <Figures site={site} text={line} />
                </li>
              ))}
            </ul>
          </Card>
        </div>
        <div className="flex flex-col gap-3 md:gap-5">
          <Card title={words.plansTitle}>
            <dl className="ruled" data-plan-words={JSON.stringify(words.plans)}>
              {planRows(PRINTED_PRICES, words.plans, site.language).map(([name, text]) => (
                <div key={name} className="py-3 first:pt-0 last:pb-0">
                  <dt className="font-semibold">{name}</dt>
                  <dd className="text-ink-2">{text}</dd>
                </div>
              ))}
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
  const cost = exampleCost(PRINTED_PRICES);
  if (cost === undefined) return null;
  return (
    <div data-example>
      <Card title={pricing.exampleTitle} description={<Figures site={site} text={pricing.exampleText} />}>
        <CostBreakdown
          figures={cost}
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
    </div>
  );
}

function LateCharges({ site }: PageProps) {
  const words = site.words.pricing;
  const rowWords = { upTo: words.upTo, above: words.above, none: words.none };
  const cell = 'border-b border-line py-2 tabular';
  return (
    <Card title={words.lateTitle}>
      <p className="text-ink-2">
        <Figures site={site} text={words.lateText} />
      </p>
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
        <tbody data-late-words={JSON.stringify(rowWords)}>
          {lateRows(PRINTED_LATE, rowWords).map(([unpaid, charge]) => (
            <tr key={unpaid}>
              <td className={cell}>{unpaid}</td>
              <td className={`${cell} text-right font-semibold`}>{charge}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-small text-ink-2">
        <Figures site={site} text={words.bounceText} />
      </p>
      <p className="mt-3 text-caption text-ink-3" data-fee-text={words.inForce}>
        {words.printedOn(formatDateWithYear(PRINTED_ON, site.language))}
      </p>
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
            items={words.faq.map((item) => ({
              title: item.question,
              content: <Answer site={site} text={item.answer} />,
            }))}
          />
        </section>
        <div className="flex flex-col gap-5">
          <ContactForm site={site} />
          <GrievanceCard site={site} />
        </div>
      </div>
    </div>
  );
}

export function GrievanceCard({ site }: PageProps) {
  const words = site.words.support;
  return (
    <Card title={words.grievanceTitle}>
      <p data-grievance hidden className="mb-2 font-medium">
        <span data-grievance-contact />
      </p>
      <p className="text-ink-2">{words.grievanceText}</p>
    </Card>
  );
}

export function ContactForm({ site }: PageProps) {
  const words = site.words.support;
  const field = (name: keyof typeof words.wrong) => ({
    id: `contact-${name}`,
    name,
    label: words[name],
    required: true,
    'data-wrong': words.wrong[name],
  });
  return (
    <Card title={words.formTitle} description={words.formText}>
      <form
        data-contact
        data-failed={words.failed}
        data-unanswered={words.unanswered}
        data-offline={words.offline}
        data-busy={words.busy}
        data-wrong={words.someWrong}
        data-sending={words.sending}
        data-ticket={words.ticket}
        className="flex flex-col gap-4"
      >
        <TextField {...field('name')} maxLength={120} autoComplete="name" />
        <TextField {...field('email')} maxLength={255} type="email" autoComplete="email" />
        <TextField {...field('subject')} maxLength={200} />
        <TextAreaField {...field('message')} maxLength={5000} />
        <p data-contact-problem role="alert" className="text-small text-bad-ink empty:hidden" />
        <button type="submit" className={buttonClass()}>
          {words.send}
        </button>
      </form>
      <div data-contact-sent hidden role="status" tabIndex={-1}>
        <p className="font-semibold">{words.sentTitle}</p>
        <p className="text-ink-2">{words.sentText}</p>
        <p data-contact-ticket className="mt-2 font-semibold" />
        <p data-contact-mailed={words.mailed} className="break-words" />
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
                <Figures site={site} text={paragraph} />
              </p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
