import { type Random, seeded } from '@mohlat/lending/simulate';
import type { Equivalent } from './equivalent.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { type Mutant, mutantOf, mutantsOf } from './mutation.ts';
import { NAMED, placeNamed } from './named.ts';
import { mutateSql } from './sql.ts';
import { mutateTypeScript } from './typescript.ts';

/** Where faults are made: the rules of the loan book, and the SQL beside them. */
export const AREAS = ['packages/lending/src/', 'packages/money/src/', 'db/functions/'] as const;
const NO_RULES = /\.(?:test|testing)\.ts$|\/index\.ts$|-builders\.ts$/;

export interface Pool {
  /** The named faults; all of them are tried. */
  readonly named: readonly Mutant[];
  /** All others, in the order in which they are tried. */
  readonly drawn: readonly Mutant[];
}

/** The project's files as the choice sees them. */
interface Sources {
  readonly files: readonly string[];
  read(file: string): string;
}

/**
 * Every fault of the areas in an order that the seed decides: in turns one of each area, and no line twice before the end.
 * `only` is a part of a path. Throws: an Error when a named fault or a known equivalent is not found.
 */
export function poolOf({ files, read }: Sources, seed: number, only = '', known = EQUIVALENTS): Pool {
  const named = NAMED.map((one) => mutantOf(placeNamed(one, read(one.file)), read(one.file)));
  const taken = new Set(named.map(lineOf));
  const random = seeded(seed);
  const equivalents = new Set(known);
  const areas = AREAS.map((area) => {
    const mutants = files
      .filter((file) => file.startsWith(area) && !NO_RULES.test(file) && /\.(?:ts|sql)$/.test(file))
      .flatMap((file) => faultsOf(file, read(file)));
    // Taken out afterwards: one more that is known leaves the order of the others as it was.
    const unknown = shuffled(mutants, random).filter((mutant) => !takeEquivalent(mutant, equivalents));
    return unknown.filter(({ file }) => file.includes(only));
  });
  const [stale] = equivalents;
  if (stale !== undefined)
    throw new Error(
      `${stale.file} has no such fault any more: take it out of scripts/mutate/equivalents*.ts: ${stale.after}`,
    );
  const drawn = inTurns(areas).filter((mutant) => {
    const isNew = !taken.has(lineOf(mutant));
    taken.add(lineOf(mutant));
    return isNew;
  });
  return { named: named.filter(({ file }) => file.includes(only)), drawn };
}

function faultsOf(file: string, text: string): readonly Mutant[] {
  return mutantsOf(file.endsWith('.sql') ? mutateSql(file, text) : mutateTypeScript(file, text), text);
}

/** Whether a fault is known to change nothing; the entry that says so is taken from the set. */
function takeEquivalent({ file, before, after }: Mutant, left: Set<Equivalent>): boolean {
  const known = [...left].find(
    (one) => one.file === file && one.before === before.join(' ') && one.after === after.join(' '),
  );
  return known !== undefined && left.delete(known);
}

function lineOf({ file, line }: Mutant): string {
  return `${file}:${line}`;
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((one) => ({ one, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}
