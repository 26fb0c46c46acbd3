import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEBIT_DUE, LOAN_SCENES } from './loan.scenes.ts';
import { scripted, type Step } from './orders.ts';
import { ACCEPTED, PAYMENT_SCENES } from './payment.scenes.ts';
import { openProduct } from './product.ts';
import { pairsOf, Plays, told } from './scene.ts';
import { STAFF_DECIDE } from './staff.scenes.ts';

/** The same seed plays the same orders: always these in a proof, others in `npm run interleave`. */
const SEED = Number(process.env.INTERLEAVE_SEED ?? 20_261_123);
/** The choice of `npm run interleave`: which pair is played in every order; else some orders are played. */
const PAIR = process.env.INTERLEAVE_PAIR;
const PAIRS = PAIR ? [Number(PAIR)] : [];
/** Orders of two and of three that are played by lot. */
const [TWOS, THREES] = process.env.INTERLEAVE_THREES
  ? [0, Number(process.env.INTERLEAVE_THREES)]
  : PAIR
    ? [0, 0]
    : [48, 24];
const SCENES = [...PAYMENT_SCENES, ...LOAN_SCENES];
const ALL_SCENES = [...SCENES, DEBIT_DUE, STAFF_DECIDE];
/** A debit and an overdue loan need a person and months of their own: one of twelve plays is about each. */
const sceneOf = (turn: number) =>
  turn % 12 === 11 ? DEBIT_DUE : turn % 12 === 5 ? STAFF_DECIDE : SCENES[turn % SCENES.length]!;

let plays: Plays;
beforeAll(async () => {
  plays = new Plays(await openProduct());
});
afterAll(async () => {
  await plays.product.close();
  process.stdout.write(
    `interleaving: seed ${SEED}, ${plays.count} orders tried, ${plays.found.length} went wrong\n`,
  );
});

/** Orders that once ended in a payment that was executed and called failed. */
const SEEN: readonly (readonly [string, readonly [string, string], readonly Step[]])[] = [
  [
    'a second worker, whose bill no longer allows the amount, cannot fail a payment that was sent',
    ['submit', 'sweep'],
    [[1, 'billPayment.startFetch'], [0, 'billPayment.getPayment'], [1], [0]],
  ],
  [
    'a second worker, which comes after a quarter of an hour, cannot fail a payment that was sent',
    ['submit', 'sweep after a jump of the clock'],
    [[0, 'billPayment.startFetch'], [1, 'commit forUser'], [0, 'billPayment.getPayment'], [1], [0]],
  ],
];

test.each(SEEN)('LEND-18: %s', async (_title, acts, steps) => {
  const before = plays.found.length;
  await plays.play(ACCEPTED, acts, scripted(steps));
  expect(told(plays.found.slice(before))).toEqual([]);
});

const DAY_SECONDS = 86_400;
/** In India, of UTC. */
const NOON_SECONDS = 6.5 * 3600;

/** Where the attempt is written and not sent. */
const ABOUT_TO_SEND: readonly Step[] = [
  [0, 'billPayment.getFetch'],
  [0, 'begin forUser'],
  [0, 'commit forUser'],
  [0, 'begin forUser'],
  [0, 'commit forUser'],
];

/** The list of a day is final at nine of the next morning: from noon on that is half an hour before the sweep. */
async function goToNoon(): Promise<void> {
  const { server } = plays.product;
  const seconds = (NOON_SECONDS - Math.floor(server.now() / 1000)) % DAY_SECONDS;
  await server.control('POST', '/clock', { advance: `PT${(seconds + DAY_SECONDS) % DAY_SECONDS}S` });
}

const HELD_UP: readonly (readonly [string, readonly Step[]])[] = [
  ['before its last look', ABOUT_TO_SEND],
  ['behind its last look', [...ABOUT_TO_SEND, [0, 'billPayment.submit']]],
];

test.each(HELD_UP)(
  'LEND-X3: a worker held up %s until the list is closed sends nothing',
  async (_, steps) => {
    await goToNoon();
    await plays.play(ACCEPTED, ['submit', 'sweep on the next day'], scripted([...steps, [1], [0]]));
    // Nothing was executed and it is failed: people are told why.
    expect(plays.found.pop()?.findings).toEqual(['a difference was opened: fail_unknown']);
  },
);

test.runIf(TWOS > 0).each([
  ['waive', 'waive again', 'answer asStaff'],
  ['begin a repayment', 'begin it again', 'answer asUser'],
] as const)(
  'LEND-C2: %s that stands and is not answered yet is done once when it is sent again',
  async (first, again, gate) => {
    const before = plays.found.length;
    await plays.play(STAFF_DECIDE, [first, again], scripted([[0, gate], [1], [0]]));
    expect(told(plays.found.slice(before))).toEqual([]);
  },
);

test.runIf(TWOS > 0)(
  'two handlers of one payment or loan, in orders by lot, agree with the rail and keep the books',
  async () => {
    const before = plays.found.length;
    for (let turn = 0; turn < TWOS; turn += 1) await plays.two(sceneOf(turn), SEED + turn);
    expect(told(plays.found.slice(before))).toEqual([]);
  },
);

test.runIf(THREES > 0)(
  'three handlers of one payment or loan, in orders by lot, agree with the rail and keep the books',
  async () => {
    const before = plays.found.length;
    for (let turn = 0; turn < THREES; turn += 1) await plays.three(sceneOf(turn), SEED + turn);
    expect(told(plays.found.slice(before))).toEqual([]);
  },
);

test.each(PAIRS)(
  'pair %i of handlers, in every order, agrees with the rail and keeps the books',
  async (at) => {
    const pairs = pairsOf(ALL_SCENES);
    const { scene, acts } = pairs[at % pairs.length]!;
    process.stdout.write(`interleaving: ${scene.name}, ${acts.join(' and ')}\n`);
    await plays.pair(scene, acts);
    expect(told(plays.found)).toEqual([]);
  },
);
