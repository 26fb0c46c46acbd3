import type { Site } from './site.ts';

/**
 * Sentences that customers left and staff published; until there are some, and beside them, what anybody can check. Nothing of it
 * is written by us, so the page has places alone, and the script fills them.
 */
export function Proof({ site }: { readonly site: Site }) {
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
