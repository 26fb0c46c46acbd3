import { businessDate } from '@mohlat/money';
import type { ReactNode } from 'react';
import { CardFace } from '../lib/card-face.tsx';
import { formatRupees } from '../ui/rupees.ts';
import { Figures } from './figures.tsx';
import { priceBill, PRINTED_AMOUNT_PAISE, PRINTED_PRICES, type PlanPrice } from './price-bill.ts';
import type { Site } from './site.ts';

/** A 30-day month gives the printed figures; the script puts days in the place of distances. */
const PRINTED_ON = businessDate('2027-04-15');
const always = 'always' as const;

/** The plan that is told: the one of most instalments, since it has most to tell. The script tells the same one. */
export function printedPlan(): PlanPrice {
  const plan = priceBill(PRINTED_AMOUNT_PAISE, PRINTED_PRICES, PRINTED_ON).plans.at(-1);
  if (plan === undefined) throw new Error('there is no plan to print');
  return plan;
}

/** The visitor's own amount, wherever it stands below the price. */
function OwnBill() {
  return (
    <span data-own-bill className="amount">
      {formatRupees(PRINTED_AMOUNT_PAISE)}
    </span>
  );
}

/** The three steps, each with its minutes, the second and the third with the visitor's own bill. */
export function Steps({ site }: { readonly site: Site }) {
  const { how, told } = site.words;
  return (
    <section className="border-y border-line bg-surface">
      <div className="gutter mx-auto w-full max-w-page py-12 md:py-16">
        <h2 className="text-title font-semibold md:text-hero">{how.title}</h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
          {how.steps.map((step, index) => (
            <li key={step.title} className="flex flex-col gap-1 border-t-2 border-ink pt-4">
              <span aria-hidden="true" className="text-hero font-semibold text-brand-ink tabular">
                {index + 1}
              </span>
              <h3 className="text-section font-semibold">{step.title}</h3>
              <p className="text-ink-2">{step.text}</p>
              <p className="text-small font-medium text-ok-ink">{told.minutes[index]}</p>
            </li>
          ))}
        </ol>
        <div className="mt-12 grid items-center gap-8 md:grid-cols-told md:gap-12">
          <div className="w-full max-w-60">
            <CardFace bankName="HDFC Bank" last4="4021" network="visa">
              <p className="text-section font-semibold">
                <OwnBill />
              </p>
              <p>{told.card.due}</p>
            </CardFace>
          </div>
          <OwnLine site={site} />
        </div>
      </div>
    </section>
  );
}

/** The same line as on the dashboard: from today to zero, with the visitor's own instalments. */
function OwnLine({ site }: { readonly site: Site }) {
  const { line } = site.words.told;
  const plan = printedPlan();
  const words = { emi: line.emi, zero: line.zero, language: site.language };
  const [before = '', behind = ''] = line.title('|').split('|');
  return (
    <section aria-labelledby="own-line" data-own data-words={JSON.stringify(words)}>
      <h3 id="own-line" className="text-section font-semibold">
        {before}
        <OwnBill />
        {behind}
      </h3>
      <p data-own-sum className="text-small text-ink-2 tabular">
        {ownSum(line.emi, plan)}
      </p>
      <ol data-own-line className="drawn-line mt-5">
        <Stop kind="paid" amount={<OwnBill />} day={line.today} note={line.paid} />
        {plan.rows.map((row, index) => (
          <Stop
            key={row.number}
            kind="due"
            amount={formatRupees(row.amountPaise)}
            day={line.after(String(index + 1))}
            note={index === plan.rows.length - 1 ? line.zero : ''}
          />
        ))}
      </ol>
      <template data-own-stop>
        <Stop kind="due" amount="" day="" note="" />
      </template>
      <p className="mt-4 text-caption text-ink-3">{line.change}</p>
    </section>
  );
}

/** Writes a plan in one line. The page's script writes the visitor's own plan. */
export function ownSum(sentence: string, plan: PlanPrice): string {
  return sentence
    .replace('{n}', String(plan.plan.instalments))
    .replace('{total}', formatRupees(plan.totalPaise))
    .replace('{apr}', plan.aprPercent);
}

interface StopProps {
  readonly kind: 'paid' | 'due';
  readonly amount: ReactNode;
  readonly day: string;
  readonly note: string;
}

function Stop({ kind, amount, day, note }: StopProps) {
  return (
    <li data-kind={kind}>
      <span data-stop-amount className="amount font-semibold">
        {amount}
      </span>
      <span data-stop-day className="text-small text-ink-2">
        {day}
      </span>
      <span data-stop-note className="text-caption font-medium text-ok-ink">
        {note}
      </span>
    </li>
  );
}

/** The four features, each with the piece of the product that keeps its promise. */
export function ShownFeatures({ site }: { readonly site: Site }) {
  const { features } = site.words;
  const pieces = [<SampleReceipt key="receipt" site={site} />, <OwnPlan key="plan" site={site} />];
  const [, , quick, secure] = features.cards;
  const more = [
    ...pieces,
    <Presses key="presses" site={site} points={quick?.points ?? []} />,
    <Points key="points" points={secure?.points ?? []} />,
  ];
  return (
    <section className="gutter mx-auto w-full max-w-page py-12 md:py-16">
      <h2 className="mb-8 text-title font-semibold md:text-hero">{features.title}</h2>
      <ul className="grid gap-x-16 gap-y-10 md:grid-cols-2">
        {features.cards.map((card, index) => (
          <li key={card.title} className="border-t border-line-strong pt-4">
            <h3 className="text-section font-semibold">{card.title}</h3>
            <p className="mt-1 text-ink-2">{card.text}</p>
            <div className="mt-4">{more[index]}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SampleReceipt({ site }: { readonly site: Site }) {
  const { receipt } = site.words.told;
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold text-ok-ink">✓ {receipt.title}</span>
        <span className="text-caption font-medium text-ink-3">{receipt.mark}</span>
      </p>
      <p className="mt-2 text-title font-semibold">
        <OwnBill />
      </p>
      <p className="text-small text-ink-2">{receipt.to}</p>
      <dl className="ruled mt-3 border-t border-dashed border-line-strong text-small">
        {receipt.facts.map(([name, value]) => (
          <div key={name} className="figure-line py-2">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function OwnPlan({ site }: { readonly site: Site }) {
  const { line, plan: words } = site.words.told;
  const plan = printedPlan();
  return (
    <div data-own-plan>
      <ol data-own-rows className="ruled tabular">
        {plan.rows.map((row, index) => (
          <PlanRow
            key={row.number}
            day={line.after(String(index + 1))}
            amount={formatRupees(row.amountPaise, always)}
          />
        ))}
      </ol>
      <p className="figure-line border-t-2 border-ink pt-2 font-semibold">
        <span>{words.total}</span>
        <span data-own-total className="amount">
          {formatRupees(plan.totalPaise, always)}
        </span>
      </p>
      <p className="figure-line text-small text-ink-2">
        <span>{words.of}</span>
        <span data-own-cost className="amount">
          {formatRupees(plan.totalPaise - PRINTED_AMOUNT_PAISE, always)}
        </span>
      </p>
      <template data-own-row>
        <PlanRow day="" amount="" />
      </template>
    </div>
  );
}

function PlanRow({ day, amount }: { readonly day: string; readonly amount: string }) {
  return (
    <li className="figure-line py-2">
      <span data-row-day className="text-ink-2">
        {day}
      </span>
      <span data-row-amount className="amount font-medium">
        {amount}
      </span>
    </li>
  );
}

function Presses({ site, points }: { readonly site: Site; readonly points: readonly string[] }) {
  const { presses } = site.words.told;
  return (
    <>
      <p className="text-small font-medium">{points.at(-1)}</p>
      <ol className="mt-2 flex flex-col gap-2">
        {presses.map((press, index) => (
          <li key={press} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft text-small font-semibold text-brand-ink tabular"
            >
              {index + 1}
            </span>
            <span>
              {press}
              {index === presses.length - 1 ? (
                <>
                  {' '}
                  <OwnBill />
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Points({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className="ruled">
      {points.map((point) => (
        <li key={point} className="flex gap-2 py-2">
          <span aria-hidden="true" className="text-ok-ink">
            ✓
          </span>
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}

/** Advice against ourselves, before anybody signs up. */
export function NotGoodFor({ site }: { readonly site: Site }) {
  const { not } = site.words.told;
  return (
    <section className="gutter mx-auto w-full max-w-page pb-12 md:pb-16">
      <h2 className="text-title font-semibold md:text-hero">{not.title}</h2>
      <ul className="mt-6 grid gap-6 md:grid-cols-3 md:gap-10">
        {not.points.map((point) => (
          <li key={point} className="border-t border-line pt-3 text-ink-2">
            <Figures site={site} text={point} />
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <a
          href={site.href('/blog/when-not-to-use-us')}
          className="inline-flex min-h-11 items-center text-brand-ink underline decoration-line underline-offset-4"
        >
          {not.more}
        </a>
      </p>
    </section>
  );
}
