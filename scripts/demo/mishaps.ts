import type { Random } from '@mohlat/lending/simulate';
import { isMember, type Life, type Planned, type Stage } from './lives.ts';
import { dispute, GOOD } from './paying.ts';
import { askAsVisitor } from './questions.ts';

/** Somebody's bank asks for money back on these days before the end, so that some of it is undecided. */
const DISPUTED_DAYS: ReadonlySet<number> = new Set([40, 24, 9, 5]);
const STRAY_SHARE = 0.045;
const STRAY_DAYS: ReadonlySet<number> = new Set([25, 12, 7, 6]);
const VISITOR_SHARE = 0.06;
const VISITOR_DAYS: ReadonlySet<number> = new Set([3, 2]);

/** What nobody meant to do, and what comes from outside. */
export async function befall(
  stage: Stage,
  random: Random,
  daysLeft: number,
  add: (life: Life, planned: readonly Planned[]) => void,
): Promise<void> {
  const { world, lives } = stage;
  if (STRAY_DAYS.has(daysLeft) || random.chance(STRAY_SHARE)) await payAstray(stage, random);
  if (VISITOR_DAYS.has(daysLeft) || random.chance(VISITOR_SHARE)) await askAsVisitor(world, random);
  if (!DISPUTED_DAYS.has(daysLeft)) return;
  const payers = lives.filter(
    ({ lastPaymentRef, person }) => lastPaymentRef !== undefined && !person.isSpared,
  );
  const life = payers.length > 0 ? random.pick(payers) : undefined;
  if (!life?.lastPaymentRef || !isMember(life)) return;
  add(life, await dispute(stage, life, life.lastPaymentRef));
  life.lastPaymentRef = undefined;
}

/** Money comes to our account on an order that nobody made here. */
async function payAstray({ world }: Stage, random: Random): Promise<void> {
  const rupees = random.chance(0.3) ? random.int(100, 480) : random.int(900, 6400);
  await world.control('POST', '/act', { what: 'stray_payment', amountPaise: rupees * 100, with: GOOD });
}
