import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import { type Random, seeded } from '@mohlat/lending/simulate';
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts';
import { openDoor } from './accounts.ts';
import { assess, goOn, join } from './joining.ts';
import {
  createLife,
  type Intent,
  isMember,
  type Life,
  type Member,
  type Planned,
  type Stage,
} from './lives.ts';
import { type Desk, openDesk } from './desk.ts';
import {
  dispute,
  endDispute,
  GOOD,
  payBill,
  paySum,
  plan,
  repay,
  setUpAutopay,
  tellHardship,
} from './paying.ts';
import { ask, askAsVisitor, writeAgain } from './support.ts';
import { type Colleague, hire } from './staff.ts';
import { at, inParallel, openWorld, type Place } from './world.ts';

/** A payer's bank asks for money back on these days before the end, so that some of it is undecided. */
const DISPUTED_DAYS: ReadonlySet<number> = new Set([40, 24, 9, 5]);
const STRAY_SHARE = 0.045;
const STRAY_DAYS: ReadonlySet<number> = new Set([25, 12, 7, 6]);
const VISITOR_SHARE = 0.06;
const VISITOR_DAYS: ReadonlySet<number> = new Set([3, 2]);

/** Lets mishaps happen: a stray payment, a question of a visitor, a dispute. */
async function befall(
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

/** Money comes to our account on an order that was not made here. */
async function payAstray({ world }: Stage, random: Random): Promise<void> {
  const rupees = random.chance(0.3) ? random.int(100, 480) : random.int(900, 6400);
  await world.control('POST', '/act', { what: 'stray_payment', amountPaise: rupees * 100, with: GOOD });
}

export interface DemoOptions {
  readonly people: number;
  readonly months: number;
  readonly seed: number;
  /** The share that is done, from 0 to 1, and the day that was lived. */
  readonly onProgress?: (share: number, day: BusinessDate) => void;
  /** Called before a day is lived, while nothing is under way; the days are counted from zero. */
  readonly beforeDay?: (number: number) => Promise<void>;
}

const MONTH_DAYS = 30;
const WEEK_DAYS = 7;
/** People who act at a time. */
const WIDTH = 8;
/** The sweeps of every day; a few more run on every other day, and all once a week. */
const DAILY = ['endOfDay', 'collections', 'rewards', 'standing', 'payments', 'reviews'];
const EVERY_OTHER_DAY = [...DAILY, 'reconciliation', 'referrals', 'refunds', 'bankAccounts'];
/** Debits go out at ten, and reminders in the morning. */
const MORNING = ['mandates', 'repayments', 'reminders'];

/**
 * Lives some months of people up to yesterday in an empty installation: by the product's own API, queue and sweeps,
 * on the sandbox's clock, which shows the present again at the end. Answers who works there.
 */
export async function fillDemo(place: Place, options: DemoOptions): Promise<readonly Colleague[]> {
  const { people, months, seed, onProgress = () => {} } = options;
  const world = await openWorld(place);
  try {
    const days = months * MONTH_DAYS;
    const first = addDays(world.clock.today(), -days);
    const endsOn = addDays(first, days);
    // No server listens yet; what a call-back would hint at is looked for.
    await world.control('POST', '/webhooks/policy', { drop: true });
    await world.moveTo(at(addDays(first, -1), '09:00:00'));
    const door = await openDoor(world);
    const lives = Array.from({ length: people }, (_, number) => createLife(number, seed, { first, days }));
    const stage: Stage = { world, door, lives };
    const team = await hire(stage);
    // The team judges, and not the desk outside.
    await world.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
    const agenda = createAgenda(lives);
    const random = seeded(seed);
    const desk = openDesk(stage, team, random, agenda.add, { first, endsOn });
    for (let day = first; day < endsOn; day = addDays(day, 1)) {
      const left = daysBetween(day, endsOn);
      await options.beforeDay?.(daysBetween(first, day));
      await befall(stage, random, left, agenda.add);
      await liveDay(stage, desk, agenda, { day, number: daysBetween(first, day) });
      onProgress(1 - (daysBetween(day, endsOn) - 1) / days, day);
    }
    await world.moveTo(null);
    await world.work();
    await world.control('POST', '/act', { what: 'auditor_policy', policy: 'approve' });
    await world.control('POST', '/webhooks/policy', {});
    await door.close();
    return team.colleagues;
  } finally {
    await world.close();
  }
}

/** Night, morning, people at noon, the team in the afternoon. */
async function liveDay(
  stage: Stage,
  desk: Desk,
  agenda: ReturnType<typeof createAgenda>,
  { day, number }: { readonly day: BusinessDate; readonly number: number },
): Promise<void> {
  const { world } = stage;
  const isWeekly = number % WEEK_DAYS === WEEK_DAYS - 1;
  await world.moveTo(at(day, '00:45:00'));
  if (isWeekly) await world.work();
  else await world.work(number % 2 === 0 ? EVERY_OTHER_DAY : DAILY);
  await world.moveTo(at(day, '10:05:00'));
  await world.work(MORNING);
  await world.moveTo(visitedAt(day, number));
  await inParallel(agenda.take(day), WIDTH, async ({ life, intents }) => {
    for (const intent of intents) agenda.add(life, await act(stage, life, intent));
  });
  await world.rest();
  await world.moveTo(at(day, '16:00:00'));
  await desk.today(day);
  if (isWeekly) await desk.thisWeek(day);
  await world.rest();
}

/** Each day at another hour, between eleven and four. */
const visitedAt = (day: BusinessDate, number: number): Date =>
  at(day, `${11 + ((number * 3) % 5)}:${10 + ((number * 13) % 50)}:00`);

interface Visit {
  readonly life: Life;
  readonly intents: readonly Intent[];
}

/** The plans by day: who means to do what. What is meant for a day that has begun is for the next one. */
function createAgenda(lives: readonly Life[]) {
  const days = new Map<BusinessDate, Map<Life, Intent[]>>();
  let begun: BusinessDate | undefined;
  const add = (life: Life, planned: readonly Planned[]) => {
    for (const { on, intent } of planned) {
      const day = begun !== undefined && on <= begun ? addDays(begun, 1) : on;
      const visits = days.get(day) ?? new Map<Life, Intent[]>();
      days.set(day, visits);
      visits.set(life, [...(visits.get(life) ?? []), intent]);
    }
  };
  for (const life of lives) add(life, [{ on: life.joinsOn, intent: { what: 'join' } }]);
  return {
    add,
    take(day: BusinessDate): Visit[] {
      begun = day;
      const visits = days.get(day) ?? new Map<Life, Intent[]>();
      days.delete(day);
      return [...visits].map(([life, intents]) => ({ life, intents }));
    },
  };
}

/** Does what a person means to do today; answers what they mean to do next. */
async function act(stage: Stage, life: Life, intent: Intent): Promise<Planned[]> {
  try {
    if (intent.what === 'join') return await join(stage, life);
    return isMember(life) ? await actAsMember(stage, life, intent) : [];
  } catch (error) {
    // The product said no, as it would to anybody.
    if (error instanceof DomainError) return [];
    throw error;
  }
}

async function actAsMember(stage: Stage, life: Member, intent: Intent): Promise<Planned[]> {
  switch (intent.what) {
    case 'bill':
      return payBill(stage, life, false);
    case 'bill of the odd card':
      return payBill(stage, life, true);
    case 'go on':
      return goOn(stage, life);
    case 'plan':
      return plan(stage, life, intent.loanId);
    case 'repay':
      return repay(stage, life, intent);
    case 'pay sum':
      return paySum(stage, life, intent);
    case 'dispute':
      return dispute(stage, life, intent.paymentRef);
    case 'ask':
      return ask(stage, life, intent);
    case 'join':
      return [];
    case 'assess':
      await assess(stage, life);
      return [];
    case 'autopay':
      await setUpAutopay(stage, life, intent.loanId);
      return [];
    case 'hardship':
      await tellHardship(stage, life, intent.loanId);
      return [];
    case 'verdict':
      await endDispute(stage, intent);
      return [];
    case 'write again':
      await writeAgain(stage, life, intent);
      return [];
  }
}
