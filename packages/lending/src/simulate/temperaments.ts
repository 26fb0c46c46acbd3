import { addDays, type BusinessDate } from '@mohlat/money';
import type { Waiver } from '../relief.ts';
import type { Random } from './random.ts';

/** A temperament: the way in which a borrower repays. */
export const TEMPERAMENTS = [
  'punctual',
  'early',
  'late',
  'forgetful',
  'in part',
  'defaulting',
  'hardship',
  'closes early',
  'part-prepays',
  'leaves',
  'pays twice',
  'autopay',
  'bounces',
  'silent bank',
  'disputes',
  'forgiven',
  'settles',
  'given up',
  'rewarded',
  'charged back',
  'sent back',
  'pays oddly',
  'asks back',
] as const;
export type Temperament = (typeof TEMPERAMENTS)[number];

/** The answers of a bank to a debit under a mandate, and the day after presentation; null means never. */
export interface Answer {
  readonly isPaid: boolean;
  readonly afterDays: number | null;
}

/** An intent of a borrower about a loan on a day. Its deeds depend on the state of the loan by then. */
export type Intent = { readonly on: BusinessDate } & (
  | {
      readonly what: 'repay';
      /** Everything that is unpaid up to this instalment, charges too … */
      readonly through: number;
      /** … or this part of it, in thousandths; more than a thousand is too much. */
      readonly share: number;
      /** By a credit card, which repays nothing, or without a name, so that staff find whose it is. */
      readonly by?: 'card' | 'stranger';
    }
  /** Makes the coming instalments smaller by this part of the bill, in thousandths. */
  | { readonly what: 'prepay'; readonly share: number }
  | { readonly what: 'close' | 'leave' }
  | { readonly what: 'debit'; readonly number: number; readonly answer: Answer }
  /** The borrower tells us that they cannot pay. */
  | { readonly what: 'hardship'; readonly days: number }
  /** Staff waive up to this amount of a part. */
  | { readonly what: 'waive'; readonly component: Waiver['component']; readonly grantedPaise: number }
  /** Two people agree on this part of the owed amount, in thousandths, within this many days. */
  | { readonly what: 'agree'; readonly share: number; readonly days: number }
  /** Pays this part of what is left of the agreed sum, in thousandths. */
  | { readonly what: 'pay agreed'; readonly share: number }
  | { readonly what: 'write off' }
  /** The rail says that the bill is on its way back, and withdraws it after this many days. */
  | { readonly what: 'freeze'; readonly days: number }
  /** The bank of a payer disputes a repayment, and gives in after this many days. */
  | { readonly what: 'contest'; readonly days: number }
  /** The bank of the payer takes one of the newest repayments back; the share of them chooses which. */
  | { readonly what: 'lose'; readonly share: number }
  /** The borrower wants the money back that waits for later instalments: of one of those repayments, the share chooses which. */
  | { readonly what: 'ask back'; readonly share: number }
  /** The rail returns the bill. */
  | { readonly what: 'send back' }
  /** Rewards are looked after, or all that can be used repay something. */
  | { readonly what: 'keep rewards' | 'spend rewards' }
);

export interface Due {
  readonly number: number;
  readonly on: BusinessDate;
}

type Habit = (random: Random, dues: readonly Due[], firstOn: BusinessDate) => readonly Intent[];

const WHOLE = 1_000;
const HARDSHIP_DAYS = 30;

const repay = (on: BusinessDate, through: number, share = WHOLE): Intent => ({
  what: 'repay',
  on,
  through,
  share,
});

/** One or more intents for every instalment. */
const each =
  (intents: (random: Random, due: Due) => readonly Intent[]): Habit =>
  (random, dues) =>
    dues.flatMap((due) => intents(random, due));

const onTime = each((_, { number, on }) => [repay(on, number)]);

/** Debits on due dates, by a bank of a kind, and what is paid by hand after them. */
const collected = (answerOf: (random: Random) => Answer, byHandAfter: (random: Random) => number): Habit =>
  each((random, { number, on }) => [
    { what: 'debit', on, number, answer: answerOf(random) },
    repay(addDays(on, byHandAfter(random)), number),
  ]);

const oddly = (by: 'card' | 'stranger', on: BusinessDate, through: number): Intent => ({
  what: 'repay',
  on,
  through,
  share: WHOLE,
  by,
});

const lose = (on: BusinessDate, random: Random): Intent => ({ what: 'lose', on, share: random.next() });

const HABITS: Readonly<Record<Temperament, Habit>> = {
  punctual: each((random, { number, on }) => [repay(addDays(on, -random.int(0, 2)), number)]),
  early: each((random, { number, on }) => [
    repay(addDays(on, -random.int(5, 25)), number, random.chance(0.3) ? 500 : WHOLE),
    repay(on, number),
  ]),
  late: each((random, { number, on }) => [repay(addDays(on, random.int(1, 28)), number)]),
  forgetful: each((random, { number, on }) =>
    random.chance(0.4) ? [] : [repay(addDays(on, random.int(0, 40)), number)],
  ),
  'in part': each((random, { number, on }) => [
    repay(on, number, random.int(200, 800)),
    repay(addDays(on, random.int(2, 12)), number, random.int(300, WHOLE)),
    repay(addDays(on, random.int(15, 50)), number),
  ]),
  defaulting: (random, dues) => {
    const [first] = dues;
    const last = dues.at(-1);
    // Some find their conscience when the account has long stopped performing.
    return first && last && random.chance(0.4)
      ? [repay(addDays(first.on, random.int(95, 130)), last.number)]
      : [];
  },
  hardship: (random, dues) => {
    const [first] = dues;
    if (!first) return [];
    const told: Intent = { what: 'hardship', on: addDays(first.on, random.int(1, 20)), days: HARDSHIP_DAYS };
    return [told, ...dues.map(({ number, on }) => repay(addDays(on, random.int(20, 60)), number))];
  },
  'closes early': (random, dues, firstOn) => {
    const days = Math.max(1, Math.round((dues.length > 1 ? 60 : 25) * random.next()));
    return [...onTime(random, dues, firstOn), { what: 'close', on: addDays(firstOn, days) }];
  },
  'part-prepays': (random, dues, firstOn) => [
    ...Array.from({ length: random.int(1, 4) }, (): Intent => {
      const on = addDays(firstOn, random.int(1, 70));
      return { what: 'prepay', on, share: random.int(60, 400) };
    }),
    ...onTime(random, dues, firstOn),
  ],
  leaves: (random, _dues, firstOn) => [{ what: 'leave', on: addDays(firstOn, random.int(0, 2)) }],
  'pays twice': each((random, { number, on }) => [repay(on, number, random.pick([1_001, 2_000, WHOLE]))]),
  autopay: collected(
    (random) => ({ isPaid: true, afterDays: random.int(0, 2) }),
    () => 9,
  ),
  bounces: collected(
    (random) => ({ isPaid: false, afterDays: random.int(0, 2) }),
    (random) => random.int(10, 20),
  ),
  'silent bank': collected(
    (random) => ({ isPaid: random.chance(0.5), afterDays: random.pick([3, 6, 12, null]) }),
    (random) => random.int(20, 45),
  ),
  disputes: (random, dues, firstOn) => [
    { what: 'freeze', on: addDays(firstOn, random.int(5, 70)), days: random.int(0, 45) },
    ...dues.map(({ number, on }) => repay(addDays(on, random.int(-2, 50)), number)),
  ],
  forgiven: each((random, { number, on }) => [
    repay(addDays(on, random.int(3, 45)), number, random.int(300, WHOLE)),
    ...Array.from({ length: random.int(0, 2) }, (): Intent => {
      const component = random.pick(['interest', 'fee', 'penal', 'penal', 'bounce'] as const);
      return {
        what: 'waive',
        on: addDays(on, random.int(1, 60)),
        component,
        grantedPaise: random.int(100, 60_000),
      };
    }),
    repay(addDays(on, random.int(46, 80)), number),
  ]),
  settles: (random, dues) => {
    const [first] = dues;
    if (!first) return [];
    const on = addDays(first.on, random.int(20, 130));
    const days = random.int(10, 50);
    return [
      repay(addDays(first.on, random.int(0, 15)), first.number, random.int(200, 900)),
      { what: 'agree', on, share: random.int(400, 800), days },
      { what: 'pay agreed', on: addDays(on, random.int(0, 8)), share: random.pick([300, WHOLE]) },
      // Some are too late: what they pay then is a repayment as any other.
      { what: 'pay agreed', on: addDays(on, random.int(9, 70)), share: WHOLE },
    ];
  },
  'given up': (random, dues) => {
    const [first] = dues;
    const last = dues.at(-1);
    if (!first || !last) return [];
    // Some are decided too early, and come to nothing. Rule: LEND-D5
    const on = addDays(first.on, random.int(178, 200));
    return [
      repay(addDays(first.on, random.int(0, 60)), first.number, random.int(100, 700)),
      // Heard of after the write-off, it leaves less to give up, or too little of age.
      repay(addDays(on, -random.int(1, 30)), last.number, random.pick([20, 40, 950])),
      { what: 'write off', on },
      ...(random.chance(0.7)
        ? [repay(addDays(on, random.int(1, 20)), last.number, random.int(100, 600))]
        : []),
      ...(random.chance(0.5)
        ? [repay(addDays(on, random.int(15, 40)), last.number, random.pick([700, WHOLE]))]
        : []),
    ];
  },
  rewarded: (random, dues, firstOn) => {
    const prepay: Intent = {
      what: 'prepay',
      on: addDays(firstOn, random.int(3, 40)),
      share: random.int(60, 300),
    };
    const kept = (on: BusinessDate): Intent => ({ what: 'keep rewards', on });
    return [
      ...(random.chance(0.5) ? [prepay] : []),
      ...dues.flatMap(({ number, on }): Intent[] => [
        repay(addDays(on, random.int(-4, 1)), number),
        kept(addDays(on, random.int(2, 4))),
        ...(random.chance(0.7)
          ? [{ what: 'spend rewards', on: addDays(on, random.int(5, 20)) } as const]
          : []),
        ...(random.chance(0.3) ? [lose(addDays(on, random.int(3, 25)), random)] : []),
        kept(addDays(on, random.int(21, 27))),
      ]),
    ];
  },
  'charged back': each((random, { number, on }) => [
    repay(addDays(on, random.int(-8, 15)), number, random.pick([500, WHOLE, 1_300])),
    ...(random.chance(0.6) ? [lose(addDays(on, random.int(4, 35)), random)] : []),
    // By no chance, so that the rest of these lives is as it was before there were disputes.
    { what: 'contest', on: addDays(on, ((number * 11) % 41) - 5), days: (number * 17) % 40 },
    repay(addDays(on, random.int(36, 60)), number),
  ]),
  // Those who pay see their bills returned; those who do not are in arrears with one while another is returned.
  'sent back': (random, dues, firstOn) => {
    const returned: Intent = { what: 'send back', on: addDays(firstOn, random.int(1, 38)) };
    return random.chance(0.6)
      ? [...dues.map(({ number, on }) => repay(addDays(on, random.int(-25, 5)), number)), returned]
      : [];
  },
  'pays oddly': each((random, { number, on }) => [
    oddly(random.pick(['card', 'stranger']), addDays(on, random.int(-5, 12)), number),
    repay(addDays(on, random.int(13, 40)), number, random.pick([WHOLE, 1_100])),
  ]),
  'asks back': each((random, { number, on }) => [
    repay(addDays(on, -random.int(8, 25)), number, random.pick([700, WHOLE, 1_400])),
    { what: 'ask back', on: addDays(on, -random.int(1, 12)), share: random.next() },
    repay(addDays(on, random.int(-3, 30)), number, random.pick([WHOLE, 2_000])),
  ]),
};

/** The intents of a temperament about a loan with these due dates; none lies before its first day. */
export function intentsOf(
  temperament: Temperament,
  random: Random,
  dues: readonly Due[],
  firstOn: BusinessDate,
): readonly Intent[] {
  return HABITS[temperament](random, dues, firstOn).filter(({ on }) => on >= firstOn);
}
