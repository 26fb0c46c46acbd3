import type { Bill, Card, Payment, Quote } from '@mohlat/contract';
import type { Person } from '../person.ts';
import { idOf } from '../racing.ts';
import { somebody } from '../steps.ts';
import type { Product } from './product.ts';

/** Its bills are of an amount within bounds; for the ending 0012 each new fetch has higher ones. */
const BANK = 'Punjab National Bank';
/** The lowest allowed amount of such a bill grows by this with each fetch. */
const STEP_PAISE = 500;
/** Part of a limit of ₹25,000: another person pays when it might not be enough. */
const SPENT_MAX_PAISE = 1_900_000;
/** Each part of a bill is a twentieth of it and a little more, and no more than what is due is accepted (PAY-20). */
const QUOTES_MAX = 12;
/** A session's token is good for an hour, and a play may move the clock. */
const RENEW_AFTER_MS = 25 * 60_000;
/** A loan that a play left open is due after a month, and a borrower who is late may not pay another bill. */
const OLD_AFTER_MS = 20 * 24 * 60 * 60_000;

/** A person with a limit, whose payments the plays are about, one after another. */
export class Payer {
  readonly #product: Product;
  readonly person: Person;
  readonly userId: string;
  readonly #cards = new Map<string, Card>();
  readonly #bornAt: number;
  #renewedAt: number;
  #spentPaise = 0;
  #quoteCount = 0;

  constructor(product: Product, person: Person, userId: string) {
    this.#product = product;
    this.person = person;
    this.userId = userId;
    this.#bornAt = this.#renewedAt = product.server.now();
  }

  get isSpent(): boolean {
    return (
      this.#spentPaise > SPENT_MAX_PAISE ||
      this.#quoteCount >= QUOTES_MAX ||
      this.#product.server.now() - this.#bornAt > OLD_AFTER_MS
    );
  }

  async renewed(): Promise<this> {
    if (this.#product.server.now() - this.#renewedAt > RENEW_AFTER_MS) {
      await this.person.renew();
      this.#renewedAt = this.#product.server.now();
    }
    return this;
  }

  async cardEnding(last4: string): Promise<Card> {
    const card = this.#cards.get(last4) ?? (await this.person.addCard(last4, BANK, this.#expiry()));
    this.#cards.set(last4, card);
    return card;
  }

  /** A long run lives more years than a card is good for. */
  #expiry(): string {
    return `12/${String(new Date(this.#product.server.now()).getUTCFullYear() + 5).slice(-2)}`;
  }

  /** An amount that the next fetch of the bill still allows; the one after it does not when the bill grows. */
  async lowestQuote(last4: string): Promise<Quote> {
    const card = await this.cardEnding(last4);
    const bill = await this.person.ok<Bill>('POST', `/cards/${card.id}/bill`);
    // The bank takes a twentieth and more, in whole rupees.
    const lowest = Math.ceil(bill.amountDuePaise / 2_000) * 100;
    return this.#spend(await this.person.quote(card.id, lowest + STEP_PAISE));
  }

  async quote(last4: string, amountPaise: number): Promise<Quote> {
    const card = await this.cardEnding(last4);
    return this.#spend(await this.person.quote(card.id, amountPaise));
  }

  async accept({ quoteId }: Quote): Promise<Payment> {
    const reply = await this.person.accept(quoteId);
    if (reply.status !== 202) throw new Error(`not accepted: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  #spend(quote: Quote): Quote {
    this.#spentPaise += quote.amountPaise;
    this.#quoteCount += 1;
    return quote;
  }
}

const current = new WeakMap<Product, Payer>();

/** The person who pays next. */
export async function aPayer(product: Product): Promise<Payer> {
  const last = current.get(product);
  if (last && !last.isSpent) return last.renewed();
  const payer = await aNewPayer(product);
  current.set(product, payer);
  return payer;
}

/** A person without any payment yet, for a play of more than a month. */
export async function aNewPayer(product: Product): Promise<Payer> {
  const person = await somebody(product.server).ready();
  return new Payer(product, person, await idOf(person));
}
