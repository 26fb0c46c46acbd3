export const DAYS = 240;

/** The same numbers in every run: a failure can be looked at again. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

export const KINDS = [
  'money',
  'money',
  'money',
  'instalment',
  'instalment',
  'instalment',
  'instalment',
  'part',
  'exit',
  'debit',
  'card',
  'stranger',
  'waiver',
  'agreement',
  'write_off',
  'bounce',
  'hardship',
  'dispute',
  'dispute',
  'reward',
  'reward',
  'refund',
  'unwind',
] as const;
type Kind = (typeof KINDS)[number];

export interface Event {
  readonly name: string;
  readonly loan: number;
  readonly kind: Kind;
  readonly day: number;
  /** Days until it is heard of. */
  readonly delay: number;
  readonly part: number;
}

export interface Terms {
  readonly name: string;
  readonly billPaise: number;
  readonly instalments: number;
}

/** Two loans each, and what happens to them, in the order in which it is heard of. */
export function lives(
  seed: number,
  people: number,
): { readonly loans: readonly Terms[]; readonly events: readonly Event[] } {
  const pick = numbers(seed * 7919);
  const loans = Array.from({ length: people * 2 }, (_, index): Terms => ({
    name: `p${index >> 1} l${index & 1}`,
    billPaise: (8_000 + pick(40_000)) * 100 + pick(100),
    instalments: [1, 3, 3, 12][pick(4)]!,
  }));
  const events = loans.flatMap((terms, loan) => {
    const dues = Array.from({ length: terms.instalments }, (_, turn) => turn + 1);
    const punctual = dues.flatMap((turn): Event[] =>
      pick(3) === 0
        ? []
        : [
            {
              name: `${terms.name} d${turn}`,
              loan,
              kind: 'instalment',
              day: 29 * turn - pick(4),
              delay: pick(4) ? 0 : pick(50),
              part: 0,
            },
          ],
    );
    const others = Array.from({ length: 3 + pick(8) }, (_, turn): Event => {
      const kind = KINDS[pick(KINDS.length)]!;
      return {
        name: `${terms.name} e${turn}`,
        loan,
        kind,
        day: kind === 'exit' || kind === 'part' ? 1 + pick(kind === 'exit' ? 4 : 90) : 1 + pick(DAYS - 5),
        delay: pick(2) ? 0 : pick(60),
        part: pick(1000),
      };
    });
    return [...punctual, ...others];
  });
  return {
    loans,
    events: events.toSorted((a, b) => a.day + a.delay - (b.day + b.delay) || (a.name < b.name ? -1 : 1)),
  };
}
