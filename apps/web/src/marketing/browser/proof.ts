import type { BusinessDate } from '@mohlat/money';
import { dateText } from './date-text.ts';

/** The answer of `/public/proof`. */
export interface PublicProof {
  readonly billsPaidCount: number;
  readonly datedCount: number;
  readonly inTimeCount: number;
  readonly sealedOn: BusinessDate | null;
  readonly testimonials: readonly {
    readonly quote: string;
    readonly language: string;
    readonly instalments: number;
  }[];
}

interface ProofWords {
  readonly language: string;
  readonly single: string;
  /** "repaid in {n} EMIs" */
  readonly emi: string;
  readonly sealed: string;
  /** "of the {n} whose due date we know …" */
  readonly inTime: string;
}

const PATIENCE_MS = 8_000;

/** Undefined when it cannot be had: the page says what it can without it. */
export async function fetchProof(): Promise<PublicProof | undefined> {
  try {
    const response = await fetch('/api/v1/public/proof', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? ((await response.json()) as PublicProof) : undefined;
  } catch {
    return undefined;
  }
}

/** Puts figures and sentences of customers into their places; what is not there stays hidden. */
export function showProof(page: Document, proof: PublicProof): void {
  const root = page.querySelector<HTMLElement>('[data-proof]');
  if (!root) return;
  const words = JSON.parse(root.dataset['words'] ?? '{}') as ProofWords;
  const show = (name: string, text?: string) => {
    const place = root.querySelector<HTMLElement>(`[data-${name}]`);
    if (!place) return;
    if (text !== undefined) place.textContent = text;
    place.hidden = false;
  };
  if (proof.billsPaidCount > 0) {
    show('proof-bills', proof.billsPaidCount.toLocaleString('en-IN'));
    show('proof-counts');
  }
  // A bill typed by hand has no due date: it was paid neither by its day nor after it.
  if (proof.datedCount > 0) {
    show('proof-in-time', proof.inTimeCount.toLocaleString('en-IN'));
    show('proof-in-time-label', words.inTime.replace('{n}', proof.datedCount.toLocaleString('en-IN')));
    show('proof-in-time-row');
  }
  if (proof.sealedOn !== null)
    show('proof-sealed', words.sealed.replace('{day}', dateText(proof.sealedOn, words.language)));
  showTestimonials(root, proof, words);
}

/** Those in the page's own language; the words of others are no sentence to anybody who reads it. */
function showTestimonials(root: HTMLElement, { testimonials }: PublicProof, words: ProofWords): void {
  const list = root.querySelector('[data-testimonial-list]');
  const template = root.querySelector<HTMLTemplateElement>('[data-testimonial-template]');
  const own = testimonials.filter(({ language }) => language === words.language);
  if (!list || !template || own.length === 0) return;
  for (const { quote, instalments } of own) {
    const item = template.content.cloneNode(true) as DocumentFragment;
    const quotePlace = item.querySelector('[data-quote]');
    const byPlace = item.querySelector('[data-by]');
    if (quotePlace) quotePlace.textContent = quote;
    if (byPlace)
      byPlace.textContent = instalments === 1 ? words.single : words.emi.replace('{n}', String(instalments));
    list.append(item);
  }
  const section = root.querySelector<HTMLElement>('[data-testimonials]');
  if (section) section.hidden = false;
  const none = root.querySelector<HTMLElement>('[data-no-testimonials]');
  if (none) none.hidden = true;
}
