import type { Mutation } from './mutation.ts';

/** A fault that is in every sample, and the text by which it is found: exactly once in its file. */
export interface Named {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly becomes: string;
}

/** Faults that the tests once let through, or that would cost people most. A rule that moves takes its line here with it. */
export const NAMED: readonly Named[] = [
  {
    name: 'the cap of late charges',
    file: 'packages/money/src/late.ts',
    find: 'BigInt(policy.capBps)',
    becomes: '10_000n',
  },
  {
    name: 'the end of a hardship',
    file: 'packages/lending/src/close-day.ts',
    find: 'isOver(loan, one, day)',
    becomes: 'one.endedOn === day',
  },
  {
    name: 'the second of several days is decided by the state before the first',
    file: 'packages/lending/src/close-day.ts',
    find: 'const decision = close(state);',
    becomes: 'const decision = close(borrower);',
  },
  {
    name: 'the order of equal charges',
    file: 'packages/lending/src/allocation.ts',
    find: 'a.id < b.id ? -1 : 1',
    becomes: 'a.id < b.id ? 1 : -1',
  },
  {
    name: 'a row that repays nothing',
    file: 'packages/lending/src/spend.ts',
    find: 'if (taken <= 0) continue;',
    becomes: 'if (taken < 0) continue;',
  },
];

/**
 * The mutation of a named fault.
 * Throws: an Error when its text is not found, or found twice: the rule has moved, and its line in this file with it.
 */
export function placeNamed({ name, file, find, becomes }: Named, text: string): Mutation {
  const at = text.indexOf(find);
  if (at < 0 || text.indexOf(find, at + 1) >= 0)
    throw new Error(
      `${file} has the text of "${name}" ${at < 0 ? 'no more' : 'twice'}: say in scripts/mutate/named.ts where it stands.`,
    );
  return { file, at, end: at + find.length, becomes, kind: name };
}
