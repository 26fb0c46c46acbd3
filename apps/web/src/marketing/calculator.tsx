import { businessDate } from '@mohlat/money';
import { buttonClass } from '../ui/button.tsx';
import { Money } from '../ui/money.tsx';
import { priceBill, PRINTED_AMOUNT_PAISE, PRINTED_PRICES, type PlanPrice } from './price-bill.ts';
import type { Site } from './site.ts';
import { to } from '../lib/addresses.ts';

/** The sentences the script needs, in the page's language; it knows no language of its own. */
export function calculatorWords(site: Site) {
  const { calculator } = site.words;
  return {
    language: site.language,
    single: calculator.single,
    emi: calculator.emi('{n}'),
    repayOn: calculator.repayOn,
    firstOn: calculator.firstOn,
    range: calculator.range,
    asking: calculator.asking,
    live: calculator.live,
    offline: calculator.offline,
  };
}

/** Readable without script as a worked example; the script makes it answer. */
export function Calculator({ site }: { readonly site: Site }) {
  const words = site.words.calculator;
  // Any 30-day month gives the printed figures; dates are printed as distances.
  const printed = priceBill(PRINTED_AMOUNT_PAISE, PRINTED_PRICES, businessDate('2027-04-15'));
  return (
    <section
      aria-labelledby="calculator-title"
      data-calculator
      data-words={JSON.stringify(calculatorWords(site))}
      className="rounded-card border border-line bg-surface p-5 md:p-6"
    >
      <h2 id="calculator-title" className="text-section font-semibold">
        {words.title}
      </h2>
      <AmountField label={words.amount} />
      <div data-result className="aria-busy:opacity-60">
        <ul data-plans aria-live="polite" className="ruled mt-3">
          {printed.plans.map((price) => (
            <PlanPriceRow key={price.plan.kind} price={price} site={site} />
          ))}
        </ul>
        <dl className="border-t border-line pt-3 text-small">
          <div className="figure-line">
            <dt className="text-ink-2">
              {words.fee}{' '}
              <span className="text-caption text-ink-3">
                ({words.gst}{' '}
                <span data-gst>
                  <Money paise={printed.gstIncludedPaise} decimals="always" />
                </span>
                )
              </span>
            </dt>
            <dd data-fee className="font-semibold">
              <Money paise={printed.feePaise} decimals="always" />
            </dd>
          </div>
        </dl>
      </div>
      <p data-note className="mt-3 text-caption text-ink-3">
        {words.printed}
      </p>
      <a
        href={to('/signup')}
        data-signup
        className={`${buttonClass('primary', 'large', true)} mt-4 member:hidden`}
      >
        {words.signUp}
      </a>
      <template data-plan-template>
        <PlanPriceRow site={site} />
      </template>
    </section>
  );
}

function AmountField({ label }: { readonly label: string }) {
  return (
    <div className="mt-4 flex flex-col gap-1.5">
      <label htmlFor="calculator-amount" className="text-small font-medium">
        {label}
      </label>
      <div className="flex min-h-14 items-center rounded-input border border-line-strong bg-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
        <span aria-hidden="true" className="pl-2 text-title text-ink-2 md:pl-4">
          ₹
        </span>
        <input
          id="calculator-amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue="15,000"
          aria-describedby="calculator-problem"
          className="min-h-13 w-full min-w-0 bg-transparent px-1 text-title font-semibold tabular outline-none md:px-2"
        />
      </div>
      <p
        id="calculator-problem"
        role="status"
        data-problem
        className="text-small text-bad-ink empty:hidden"
      />
    </div>
  );
}

function PlanPriceRow({ price, site }: { readonly price?: PlanPrice; readonly site: Site }) {
  const words = site.words.calculator;
  const isSingle = price?.plan.kind === 'single';
  return (
    <li className="py-3">
      <div className="figure-line items-baseline">
        <span data-plan-name className="font-semibold">
          {price === undefined ? null : isSingle ? words.single : words.emi(String(price.plan.instalments))}
        </span>
        <span data-plan-total className="amount text-right text-section font-semibold">
          {price === undefined ? null : <Money paise={price.totalPaise} decimals="always" />}
        </span>
      </div>
      <div className="figure-line items-baseline">
        <span data-plan-detail className="text-small text-ink-2 tabular">
          {price === undefined ? null : isSingle ? (
            words.inDays(String(price.plan.dueDays ?? ''))
          ) : (
            <>
              {price.plan.instalments} × <Money paise={price.instalmentPaise} decimals="always" />,{' '}
              {words.monthly}
            </>
          )}
        </span>
        <span className="text-right text-small text-ink-2 tabular">
          {words.apr} <span data-plan-apr>{price?.aprPercent}</span>%
        </span>
      </div>
      <div className="text-small text-ink-2 tabular">
        {words.interest}{' '}
        <span data-plan-interest>
          {price === undefined ? null : <Money paise={price.interestPaise} decimals="always" />}
        </span>
      </div>
    </li>
  );
}
