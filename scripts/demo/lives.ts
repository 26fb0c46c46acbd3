import type { CardBank } from '@mohlat/contract';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { Actor } from '../../apps/server/src/platform/db/database.ts';
import { type Random, seeded } from '@mohlat/lending/simulate';
import type { Door } from './accounts.ts';
import { invent, type Invented } from './people.ts';
import type { World } from './world.ts';

/** An act that a person plans for a day. */
export type Intent =
  | { readonly what: 'join' | 'go on' | 'assess' | 'bill' | 'bill of the odd card' }
  | { readonly what: 'plan' | 'autopay' | 'hardship'; readonly loanId: string }
  | { readonly what: 'repay'; readonly loanId: string; readonly instalment: number }
  | { readonly what: 'pay sum'; readonly loanId: string; readonly amountPaise: number }
  | { readonly what: 'dispute'; readonly paymentRef: string }
  | { readonly what: 'verdict'; readonly disputeRef: string; readonly verdict: 'won' | 'lost' }
  | { readonly what: 'ask'; readonly subject: string; readonly message: string }
  | { readonly what: 'write again'; readonly ticketId: string; readonly message: string };

export interface Planned {
  readonly on: BusinessDate;
  readonly intent: Intent;
}

/** A person of the demo in the product. */
export interface Life {
  readonly person: Invented;
  readonly random: Random;
  readonly joinsOn: BusinessDate;
  readonly endsOn: BusinessDate;
  readonly cards: { readonly id: string; readonly bank: CardBank }[];
  actor: Actor | undefined;
  limitPaise: number;
  assessedOn: BusinessDate;
  referralCode: string | undefined;
  /** The collection rail's reference of their latest repayment. */
  lastPaymentRef: string | undefined;
}

/** Where people act. */
export interface Stage {
  readonly world: World;
  readonly door: Door;
  readonly lives: readonly Life[];
}

/** A person who has an account. */
export type Member = Life & { readonly actor: Actor };

export function isMember(life: Life): life is Member {
  return life.actor !== undefined;
}

const NEW_DAYS = 8;

/** The first comes on the first day, each month brings more than the one before, and some come while we look. */
function joinsAfter({ number, part }: Invented, days: number, random: Random): number {
  if (number === 0) return 0;
  if (part === 'newcomer') return days - random.int(1, NEW_DAYS);
  const spread = random.next() ** 0.7 * days;
  return Math.floor(spread * (part === 'unanswered' ? 0.4 : 0.97));
}

export function createLife(
  number: number,
  seed: number,
  span: { readonly first: BusinessDate; readonly days: number },
): Life {
  const random = seeded(seed * 1_000_003 + number);
  const person = invent(number, random);
  return {
    person,
    random,
    joinsOn: addDays(span.first, joinsAfter(person, span.days, random)),
    endsOn: addDays(span.first, span.days),
    cards: [],
    actor: undefined,
    limitPaise: 0,
    assessedOn: span.first,
    referralCode: undefined,
    lastPaymentRef: undefined,
  };
}
