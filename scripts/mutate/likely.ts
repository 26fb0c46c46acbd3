import { reachTests } from '../proof/reach.ts';
import { importersOf, type Tree } from '../proof/tree.ts';
import type { Mutant } from './mutation.ts';
import { enclosingSql } from './sql.ts';
import { enclosingTypeScript } from './typescript.ts';

const TEST = /\.test\.tsx?$/;
const RULE = /\b[A-Z]{3,4}-[A-Z]?\d{1,2}\b/g;
const WORD = /[A-Z]?[a-z]{3,}|[A-Z]\d{3}/g;
/** Words of the changed line say more than those around it, and so do words of a test's name. */
const LINE_WEIGHT = 3;
const NAME_WEIGHT = 3;
/** A feature that calls the function, or one that calls it, tests it, whatever words it has for it. */
const CALLER_WEIGHT = 2;
/** So many tests of the nearest callers' folders are tried for each other one: a folder may have words of its own for everything. */
const OWN_IN_A_ROW = 2;

/** The tests that a fault reaches, the likeliest first; tests without a database, which take seconds, apart. */
export interface Related {
  readonly quick: readonly string[];
  readonly whole: readonly string[];
}

/** An index of what the tests of a project are about, for any number of faults. */
export interface Likelihood {
  relatedTo(mutant: Mutant): Related;
}

/**
 * Orders the tests that a fault reaches by how much they speak of it: of the rules and words of the function around it, the
 * rare ones above all, and of the changed line. SQL is reached through every function and feature that calls it; two of three tests
 * are of the folders whose code calls it first. A test of the same name as the file or function comes before all others.
 */
export function likelihood(tree: Tree): Likelihood {
  const tests = tree.files.filter((file) => TEST.test(file));
  const words = new Map(tests.map((file) => [file, wordsOf(tree.read(file))]));
  const spread = new Map<string, number>();
  for (const set of words.values()) for (const word of set) spread.set(word, (spread.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(tests.length / (spread.get(word) ?? tests.length));
  const importers = importersOf(tree);
  const reached = new Map<string, ReadonlySet<string>>();
  const reach = (file: string) => {
    const known = reached.get(file) ?? importers(reachTests([file], tree).files);
    reached.set(file, known);
    return known;
  };

  return {
    relatedTo(mutant) {
      const text = tree.read(mutant.file);
      const isSql = mutant.file.endsWith('.sql');
      const around = isSql ? enclosingSql(text, mutant.at) : undefined;
      const said = wordsOf(around?.text ?? enclosingTypeScript(text, mutant.at));
      const line = wordsOf(mutant.before.join(' '));
      const { near, all: rooms } = around === undefined ? NO_CALLERS : callersOf(around.name, tree);
      const score = (file: string) => {
        const has = words.get(file) ?? new Set<string>();
        let sum = 0;
        const name = wordsOf(file);
        for (const word of said) {
          if (!has.has(word)) continue;
          sum += rarity(word) ** 2 * (line.has(word) ? LINE_WEIGHT : 1) * (name.has(word) ? NAME_WEIGHT : 1);
        }
        return (sum / Math.sqrt(has.size + 1)) * (rooms.has(folderOf(file)) ? CALLER_WEIGHT : 1);
      };
      const ordered = [...reach(mutant.file)]
        .filter((file) => TEST.test(file))
        .map((file) => ({ file, score: score(file) }))
        .sort((a, b) => b.score - a.score || a.file.localeCompare(b.file))
        .map(({ file }) => file);
      // The room of a rule proves it without a database; the auth server's tests have one.
      const isQuick = (file: string) => file.startsWith('packages/') && !file.startsWith('packages/auth/');
      const quick = ordered.filter(isQuick);
      const whole = ordered.filter((file) => !isQuick(file));
      const isNamesake = (file: string) =>
        nameOf(file) === nameOf(mutant.file) || nameOf(file) === around?.name;
      const others = whole.filter((file) => !isNamesake(file));
      return {
        quick: [...quick.filter(isNamesake), ...quick.filter((file) => !isNamesake(file))],
        whole: [...whole.filter(isNamesake), ...inTurns(others, (file) => near.has(folderOf(file)))],
      };
    },
  };
}

/** The words of a text in small letters, and the ids of the rules it names. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = [...text.matchAll(WORD)].map(([word]) => word.toLowerCase().replace(/s$/, ''));
  return new Set([...words, ...(text.match(RULE) ?? [])]);
}

/** In the same order, but two that are preferred and one that is not, in turns, while there are both. */
function inTurns(files: readonly string[], isPreferred: (file: string) => boolean): string[] {
  const own = files.filter(isPreferred);
  const others = files.filter((file) => !isPreferred(file));
  const turns = others.flatMap((file, turn) => [
    ...own.slice(turn * OWN_IN_A_ROW, (turn + 1) * OWN_IN_A_ROW),
    file,
  ]);
  return [...turns, ...own.slice(others.length * OWN_IN_A_ROW)];
}

/** Folders whose code calls a SQL function. */
interface Callers {
  /** Files that call the function with the fewest other functions in between. */
  readonly near: ReadonlySet<string>;
  /** Files that call it through any number of functions. */
  readonly all: ReadonlySet<string>;
}

const NO_CALLERS: Callers = { near: new Set(), all: new Set() };

function callersOf(name: string, { files, read }: Tree): Callers {
  const functions = files
    .filter((file) => file.startsWith('db/functions/'))
    .flatMap((file) =>
      read(file)
        .split(/^(?=create or replace function )/m)
        .map((text) => ({ name: /^create or replace function (\w+)/.exec(text)?.[1], text })),
    );
  const code = files.filter((file) => /^apps\/server\/src\/.+\.ts$/.test(file) && !TEST.test(file));
  const names = new Set([name]);
  const isCalledIn = (text: string) => [...names].some((one) => new RegExp(`\\b${one}\\b`).test(text));
  const folders = () => new Set(code.filter((file) => isCalledIn(read(file))).map(folderOf));
  let near = folders();
  for (let size = 0; size !== names.size;) {
    size = names.size;
    const callers = functions.filter(({ text }) => isCalledIn(text));
    for (const one of callers) if (one.name !== undefined) names.add(one.name);
    if (near.size === 0) near = folders();
  }
  return { near, all: folders() };
}

/** The name of a file as SQL writes it: without its folder and its endings, in snake case. */
function nameOf(file: string): string {
  const [name = ''] = file.slice(file.lastIndexOf('/') + 1).split('.');
  return name.replaceAll('-', '_');
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}
