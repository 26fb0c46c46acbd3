import { addDays, type BusinessDate } from '@mohlat/money';
import type { Random } from '@mohlat/lending/simulate';

/** The ways in which a person repays. */
export const TEMPERAMENTS = [
  'on time',
  'late',
  'in part',
  'ahead',
  'in a part before time',
  'autopay',
  'bounces',
  'never',
  'closes early',
  'leaves',
  'pays twice',
  'credit card',
  'silent',
] as const;
export type Temperament = (typeof TEMPERAMENTS)[number];

/** Something a borrower means to do about a loan on a day. */
export type Step = { readonly on: BusinessDate } & (
  | {
      readonly what: 'repay';
      /** Everything that is due up to this instalment… */
      readonly instalment: number;
      /** … or this part of it. */
      readonly share: number;
      /** The payer's account, as the sandbox's checkout takes it. */
      readonly using: string;
      /** Rewards go first, as far as they fit. */
      readonly withRewards: boolean;
    }
  /** Makes the coming instalments smaller by this part of what is owed. */
  | { readonly what: 'prepay'; readonly share: number }
  | { readonly what: 'twice'; readonly instalment: number }
  | { readonly what: 'close' | 'leave' }
  | { readonly what: 'autopay'; readonly kind: 'upi' | 'enach'; readonly approver: string }
);

export interface Due {
  readonly instalment: number;
  readonly on: BusinessDate;
}

const OK = 'success@razorpay';
const ACCOUNTS = [OK, OK, OK, 'netbanking:HDFC', 'abandon@razorpay', 'tamper@razorpay'];
const APPROVERS = ['ok', 'ok', 'ok', 'ok', 'slow', 'lost', 'twice', 'technical', 'nonotice', 'nofunds'];

type Habit = (random: Random, dues: readonly Due[], today: BusinessDate) => readonly Step[];

const repay = (
  on: BusinessDate,
  instalment: number,
  using: string,
  share = 1,
  withRewards = false,
): Step => ({
  what: 'repay',
  on,
  instalment,
  using,
  share,
  withRewards,
});

/** One or more steps for every instalment. */
const each =
  (steps: (random: Random, due: Due, today: BusinessDate) => readonly Step[]): Habit =>
  (random, dues, today) =>
    dues.flatMap((due) => steps(random, due, today));

const later = (one: BusinessDate, other: BusinessDate): BusinessDate => (one > other ? one : other);

const HABITS: Readonly<Record<Temperament, Habit>> = {
  'on time': each((random, { instalment, on }) => [
    repay(addDays(on, -random.int(0, 2)), instalment, random.pick(ACCOUNTS), 1, random.chance(0.5)),
  ]),
  late: each((random, { instalment, on }) => [repay(addDays(on, random.int(1, 28)), instalment, OK)]),
  'in part': each((random, { instalment, on }) => [
    repay(on, instalment, OK, 0.2 + random.next() * 0.6),
    repay(addDays(on, random.int(2, 12)), instalment, OK),
  ]),
  ahead: each((random, { instalment, on }, today) => [
    repay(later(today, addDays(on, -random.int(5, 25))), instalment, OK, random.chance(0.3) ? 0.5 : 1),
    repay(on, instalment, OK),
  ]),
  'in a part before time': (random, dues, today) => [
    { what: 'prepay', on: addDays(today, random.int(1, 20)), share: 0.15 + random.next() * 0.5 },
    ...dues.map(({ instalment, on }) => repay(on, instalment, OK)),
  ],
  autopay: (random, dues, today) => [
    { what: 'autopay', on: today, kind: 'upi', approver: `${random.pick(APPROVERS)}@razorpay` },
    ...dues.map(({ instalment, on }) => repay(addDays(on, 9), instalment, OK)),
  ],
  bounces: (random, dues, today) => [
    {
      what: 'autopay',
      on: today,
      kind: 'enach',
      approver: random.pick(['nofunds@razorpay', 'nofunds-always@razorpay']),
    },
    ...dues.map(({ instalment, on }) => repay(addDays(on, random.int(10, 20)), instalment, OK)),
  ],
  never: (random, dues) => {
    const [first] = dues;
    const last = dues.at(-1);
    // Some find their conscience when the account has long stopped performing.
    return first && last && random.chance(0.4) ? [repay(addDays(first.on, 105), last.instalment, OK)] : [];
  },
  'closes early': (random, dues, today) => {
    const days = Math.max(1, Math.round((dues.length > 1 ? 60 : 25) * random.next()));
    return [{ what: 'close', on: addDays(today, days) }];
  },
  leaves: (random, _dues, today) => [{ what: 'leave', on: addDays(today, random.int(0, 1)) }],
  'pays twice': each((random, { instalment, on }) => [
    random.chance(0.5)
      ? { what: 'twice', instalment, on: addDays(on, -random.int(0, 1)) }
      : repay(on, instalment, 'double@razorpay'),
  ]),
  'credit card': each((_random, { instalment, on }) => [
    repay(addDays(on, -1), instalment, 'creditcard@razorpay'),
    repay(on, instalment, OK),
  ]),
  silent: each((random, { instalment, on }) => [
    repay(
      on,
      instalment,
      random.pick(['abandon@razorpay', 'late@razorpay', 'pending@razorpay', 'failure@razorpay']),
    ),
    repay(addDays(on, 4), instalment, OK),
  ]),
};

/** Plans the steps of a person of this temperament for a loan whose instalments fall due then. */
export function planSteps(
  temperament: Temperament,
  random: Random,
  dues: readonly Due[],
  today: BusinessDate,
): readonly Step[] {
  return HABITS[temperament](random, dues, today);
}
