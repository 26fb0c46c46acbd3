import { randomUUID } from 'node:crypto';
import type { Payment, Problem, Quote } from '@mohlat/contract';
import type { Person, Reply } from '../person.ts';
import { OUTSIDE_MS } from '../waiting.ts';

/** One intent to pay, as the person's own device knows it. */
export interface Intent {
  readonly key: string;
  readonly last4: string;
  readonly amountPaise: number;
  /** Times the call was made until it was answered. */
  tries: number;
  /** The number of answers marked as replays. */
  replays: number;
  payment: Payment | undefined;
}

interface CardInHand {
  readonly id: string;
  readonly last4: string;
}

const AGAIN_MS = 60;
/** So many first tries are given up by the caller before the answer comes, so soon. */
const IMPATIENT = 0.25;
const PATIENCE_MS = 12;

/** A person who goes on paying bills while the product dies and comes back, and never changes the key of an intent. */
export class Payer {
  readonly person: Person;
  readonly cards: readonly CardInHand[];
  readonly intents: Intent[] = [];
  #isPaying = true;

  constructor(person: Person, cards: readonly CardInHand[]) {
    this.person = person;
    this.cards = cards;
  }

  stop(): void {
    this.#isPaying = false;
  }

  /** Pays so many bills, or until told to stop; an intent once begun is brought to an answer. */
  async pay(random: () => number, count: number, pauseMs: number): Promise<void> {
    while (this.#isPaying && this.intents.length < count) {
      const card = this.cards[Math.floor(random() * this.cards.length)]!;
      const amountPaise = 1_000 + Math.floor(random() * 20_000);
      const quoted = await insist(() =>
        this.person.call<Quote>('POST', '/payments/quote', {
          cardId: card.id,
          amountPaise,
          plan: { kind: 'single' },
        }),
      );
      if (quoted.reply.status === 422) return;
      const intent: Intent = {
        key: randomUUID(),
        last4: card.last4,
        amountPaise,
        tries: 0,
        replays: 0,
        payment: undefined,
      };
      this.intents.push(intent);
      const patienceMs = random() < IMPATIENT ? random() * PATIENCE_MS : undefined;
      await this.#accept(intent, quoted.reply.body.quoteId, patienceMs);
      await pause(pauseMs * random());
    }
  }

  async #accept(intent: Intent, quoteId: string, patienceMs: number | undefined): Promise<void> {
    if (patienceMs !== undefined) await this.#hangUp(intent, quoteId, patienceMs);
    const { reply, tries } = await insist(() => this.person.accept(quoteId, intent.key));
    intent.tries += tries;
    if (reply.status !== 202) {
      const { code } = reply.body as unknown as Problem;
      if (code === 'amount_exceeds_limit') return;
      throw new Error(`an intent was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    if (reply.headers.get('idempotency-replayed') === 'true') intent.replays += 1;
    intent.payment = reply.body;
  }

  /** Sends the acceptance and does not wait for its answer: it may have been heard or not. */
  async #hangUp(intent: Intent, quoteId: string, patienceMs: number): Promise<void> {
    intent.tries += 1;
    await fetch(`${this.person.server.url}/api/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.person.token}`,
        'content-type': 'application/json',
        'idempotency-key': intent.key,
      },
      body: JSON.stringify({ quoteId, acceptKeyFacts: true }),
      signal: AbortSignal.timeout(Math.ceil(patienceMs)),
    }).catch(() => undefined);
  }
}

/** Repeats the identical call until the product answers for itself. */
async function insist<T>(call: () => Promise<Reply<T>>): Promise<{ reply: Reply<T>; tries: number }> {
  const deadline = Date.now() + OUTSIDE_MS;
  for (let tries = 1; ; tries += 1) {
    const reply = await call().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return undefined;
    });
    if (reply && reply.status < 500 && reply.status !== 409) return { reply, tries };
    if (Date.now() > deadline) throw new Error(`no answer: ${reply?.status} ${JSON.stringify(reply?.body)}`);
    await pause(AGAIN_MS);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
