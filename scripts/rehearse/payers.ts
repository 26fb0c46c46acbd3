import { randomInt, randomUUID } from 'node:crypto';
import type { Card, Payment, Quote } from '@mohlat/contract';
import { Person, type Reply } from '../../apps/server/test/person.ts';
import { pause } from './rehearsal.ts';
import type { Installation } from './installation.ts';

/** A payment that was answered with 202: the promise to a person. */
export interface Promised {
  readonly paymentId: string;
  readonly amountPaise: number;
  /** When the answer was here, by the machine's time. */
  readonly at: Date;
}

export interface Load {
  /** Answers and failures to get one, by status or word, since the last call. */
  takeCounts(): Record<string, number>;
  /**
   * Resolves at the next payment that is begun and acknowledged from now on; false when none is for too long. This and what stands below
   * throws once somebody got an answer that nobody expects, with that answer: a rehearsal without its payers shows nothing.
   */
  untilServed(): Promise<boolean>;
  /** Resolves at the next answer that is no success, or failure to get one. Throws when there is none for too long. */
  untilRefused(): Promise<void>;
  /** Reads the payments of one of them; answers the status, or nought where no answer came. */
  read(): Promise<number>;
  /** Brings what is begun to an answer, and tells what was promised. */
  stop(): Promise<readonly Promised[]>;
}

const CARDS = [
  ['4021', 'HDFC Bank'],
  ['4022', 'ICICI Bank'],
  ['4023', 'Axis Bank'],
] as const;
const AGAIN_MS = 250;
const BETWEEN_MS = 700;
/** The bound on one answer: a call that hangs is no answer. */
const PATIENCE_MS = 40_000;
/** Beside an outage somebody is refused long before, or has no answer. */
const UNREFUSED_MS = 120_000;
const PAISE = { min: 1000, max: 2000 } as const;

/** Starts people who pay card bills one after the other over HTTP, and repeat a call under its key until it is answered. */
export async function startPaying(stage: Installation, people: number): Promise<Load> {
  const server = { ...stage, dataDir: '', logText: () => '', stop: () => Promise.resolve() };
  const payers = new Payers();
  for (let number = 0; number < people; number += 1) {
    const person = await new Person(server).ready();
    const cards = [];
    for (const [ending, bank] of CARDS) cards.push(await person.addCard(ending, bank));
    payers.begin(person, cards);
  }
  return payers;
}

/** The people of a rehearsal. */
export class Payers implements Load {
  readonly #promised: Promised[] = [];
  readonly #waiting = new Set<{ readonly since: number; served(): void }>();
  readonly #refused = new Set<() => void>();
  readonly #lives: Promise<void>[] = [];
  /** Rejects with the first answer that ended a payer's life. */
  readonly #end = Promise.withResolvers<never>();
  #reader: Person | undefined;
  #counts: Record<string, number> = {};
  #isOn = true;

  begin(person: Person, cards: readonly Card[]): void {
    this.#reader ??= person;
    const life = this.#live(person, cards);
    life.catch((error: unknown) => this.#end.reject(error));
    // The next that waits for anything hears of it.
    this.#end.promise.catch(() => {});
    this.#lives.push(life);
  }

  takeCounts(): Record<string, number> {
    const taken = this.#counts;
    this.#counts = {};
    return taken;
  }

  async untilServed(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const mine = { since: performance.now(), served: () => resolve(true) };
    this.#waiting.add(mine);
    try {
      return await this.#unlessEnded(promise, PATIENCE_MS, () => false);
    } finally {
      this.#waiting.delete(mine);
    }
  }

  untilRefused(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#refused.add(resolve);
    return this.#unlessEnded(promise, UNREFUSED_MS, () => {
      throw new Error('nobody was refused');
    });
  }

  async read(): Promise<number> {
    const reading = this.#reader?.call('GET', '/payments').catch(() => undefined);
    const reply = await Promise.race([reading, this.#end.promise]);
    return reply?.status ?? 0;
  }

  async stop(): Promise<readonly Promised[]> {
    this.#isOn = false;
    await Promise.all(this.#lives);
    return this.#promised;
  }

  /** Waits for something, `ms` milliseconds at most; what is then, `late` says. */
  async #unlessEnded<T>(awaited: Promise<T>, ms: number, late: () => T): Promise<T> {
    const tooLate = Promise.withResolvers<T>();
    const timer = setTimeout(() => {
      try {
        tooLate.resolve(late());
      } catch (error) {
        tooLate.reject(error);
      }
    }, ms);
    try {
      // The end first: of both it is what has to be told.
      return await Promise.race([this.#end.promise, awaited, tooLate.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #live(person: Person, cards: readonly Card[]): Promise<void> {
    for (let turn = 0; this.#isOn; turn += 1) {
      await this.#pay(person, cards[turn % cards.length]!.id);
      await pause(BETWEEN_MS);
    }
  }

  async #pay(person: Person, cardId: string): Promise<void> {
    const begunAt = performance.now();
    const amountPaise = randomInt(PAISE.min, PAISE.max);
    const quoted = await this.#insist(() =>
      person.call<Quote>('POST', '/payments/quote', { cardId, amountPaise, plan: { kind: 'single' } }),
    );
    if (quoted.status >= 300) throw new Error(`no quote: ${quoted.status} ${JSON.stringify(quoted.body)}`);
    const key = randomUUID();
    const reply = await this.#insist<Payment>(() => person.accept(quoted.body.quoteId, key));
    if (reply.status === 202) {
      this.#promised.push({ paymentId: reply.body.id, amountPaise, at: new Date() });
      for (const one of this.#waiting) if (begunAt >= one.since) one.served();
    } else if (!expired(reply)) throw new Error(`refused: ${reply.status} ${JSON.stringify(reply.body)}`);
  }

  async #insist<T>(call: () => Promise<Reply<T>>): Promise<Reply<T>> {
    let patienceUntil = Infinity;
    for (;;) {
      // A payment that was begun is retried until it is answered, but not for ever.
      if (!this.#isOn) patienceUntil = Math.min(patienceUntil, performance.now() + PATIENCE_MS);
      if (performance.now() > patienceUntil) throw new Error('nobody answers');
      const reply = await Promise.race([
        call().catch(() => undefined),
        pause(PATIENCE_MS).then(() => 'late' as const),
      ]);
      this.#count(reply === 'late' ? 'no answer' : (reply?.status ?? 'no connection'));
      if (reply !== undefined && reply !== 'late' && reply.status < 500 && reply.status !== 409) return reply;
      await pause(AGAIN_MS);
    }
  }

  #count(word: string | number): void {
    this.#counts[word] = (this.#counts[word] ?? 0) + 1;
    if (typeof word === 'number' && word < 400) return;
    for (const resolve of this.#refused) resolve();
    this.#refused.clear();
  }
}

/** A quote holds for minutes: an outage may outlast it, and then nothing was promised. */
function expired({ body }: Reply<unknown>): boolean {
  return (body as { readonly code?: string }).code === 'quote_expired';
}
