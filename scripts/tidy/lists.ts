import * as lending from '../../packages/lending/src/index.ts';
import * as money from '../../packages/money/src/index.ts';
import { read } from './files.ts';
import type { Finding } from './finding.ts';

/** Invariants are a second opinion, tests too, and a migration is of its own time. */
const FUNCTIONS = /^(db|packages\/auth)\/functions\/.+\.sql$/;
const QUERIES = /^(apps\/server\/src|packages|scripts)\/.+\.ts$/;
const TESTS = /\.(test|testing)\.ts$|\.gen\.ts$/;
const WORD = String.raw`'[\w ]+'`;
/** `column in ('a', 'b')` and `column = any (array['a', 'b'])`, and the name of a list in a comment after it. */
const LITERAL = new RegExp(
  String.raw`\b(?:in \(|(?:any|all) \(array\[)\s*(${WORD}(?:,\s*${WORD})+)\s*\]?\)(?:\s*/\* (\w+) \*/)?`,
  'g',
);

type Lists = ReadonlyMap<string, readonly string[]>;

/** The lists of words that the kernel names, by their names. */
export function kernelLists(modules: readonly object[] = [lending, money]): Lists {
  const exported = modules.flatMap((one) => Object.entries(one) as [string, unknown][]);
  return new Map(
    exported.flatMap(([name, value]) =>
      /^[A-Z_]+$/.test(name) && Array.isArray(value) && value.length > 1 && value.every(isWord)
        ? [[name, value as string[]] as const]
        : [],
    ),
  );
}

const isWord = (value: unknown): boolean => typeof value === 'string';
const keyOf = (words: readonly string[]): string => words.toSorted().join(' ');

/** A list of SQL that says what the kernel says, or ought to. */
export interface WrittenList {
  readonly line: number;
  /** The list of the kernel with the same words, and the one that a comment names. */
  readonly same: string | undefined;
  readonly named: string | undefined;
}

/** The lists that a text of SQL writes out, of those that the kernel names or a comment does. */
export function writtenLists(source: string, lists: Lists): readonly WrittenList[] {
  const byWords = new Map([...lists].map(([name, words]) => [keyOf(words), name]));
  return [...source.matchAll(LITERAL)].flatMap(({ index, 1: literal = '', 2: named }) => {
    const words = literal.split(',').map((word) => word.trim().slice(1, -1));
    const known = named === undefined ? undefined : lists.get(named);
    // Two lists may hold the same words: the one that is named counts.
    const same = known !== undefined && keyOf(known) === keyOf(words) ? named : byWords.get(keyOf(words));
    return same === undefined && named === undefined
      ? []
      : [{ line: source.slice(0, index).split('\n').length, same, named }];
  });
}

/** A query asks for the kernel's list; a function cannot, so it names the list that it repeats, and both are compared here. */
export function findWrittenLists(files: readonly string[]): readonly Finding[] {
  const lists = kernelLists();
  return files
    .filter((file) => FUNCTIONS.test(file) || (QUERIES.test(file) && !TESTS.test(file)))
    .flatMap((file) =>
      writtenLists(read(file), lists).flatMap(({ line, same, named }) => {
        const at = `${file}:${line}`;
        if (!FUNCTIONS.test(file))
          return [
            {
              at,
              what: `writes out ${same ?? named}`,
              mend: `Say oneOf(column, ${same ?? named}) of platform/db.`,
            },
          ];
        if (named === undefined)
          return [
            {
              at,
              what: `repeats ${same} of the kernel`,
              mend: `Write /* ${same} */ after it: then both are compared.`,
            },
          ];
        if (lists.get(named) === undefined)
          return [
            {
              at,
              what: `names ${named}, which is no list of the kernel`,
              mend: 'Name the list that it repeats.',
            },
          ];
        return named === same
          ? []
          : [
              {
                at,
                what: `is not ${named} of the kernel`,
                mend: `Write its words: ${lists.get(named)!.join(', ')}.`,
              },
            ];
      }),
    );
}
