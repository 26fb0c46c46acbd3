import type { Chapter, Group, Item } from './item.ts';
import type { Test } from './tests.ts';
import { GAP } from './texts.ts';

/** An item beside the tests that prove it, and what is still missing. */
export interface Row {
  readonly item: Item;
  readonly tests: readonly Test[];
  readonly missing: string | undefined;
}

/** The items that the title of a test, or of the chapter around it, names. */
export function idsOf(titles: string): readonly string[] {
  return titles.match(/\bSPEC-\d\.[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [];
}

export function proveChapter({ groups }: Chapter, tests: readonly Test[]): readonly (readonly Row[])[] {
  return groups.map((group) => {
    const near = tests.filter(({ file }) => group.where.some((place) => file.startsWith(place)));
    return group.items.map((item) => prove(item, group, near, tests));
  });
}

function prove(item: Item, { where }: Group, near: readonly Test[], all: readonly Test[]): Row {
  const { proof } = item;
  const places = where.join(', ');
  switch (proof.by) {
    case 'sentence': {
      const tests = near.filter(({ says }) => [...says].some((text) => holds(text, proof.says)));
      return row(item, tests, `No test in ${places} asserts “${proof.says}”.`);
    }
    case 'visit': {
      const tests = near.filter(({ visits }) => [...visits].some((path) => isAddress(path, proof.path)));
      return row(item, tests, `No test in ${places} opens ${proof.path}.`);
    }
    case 'call': {
      const tests = near.filter(
        ({ calls, uses }) => uses.has(proof.call) || [...calls].some((made) => isCallOf(made, proof.call)),
      );
      return row(item, tests, `No test in ${places} calls ${proof.call}.`);
    }
    case 'id': {
      const tests = all.filter(({ titles }) => idsOf(titles).includes(proof.id));
      const said = tests.flatMap(({ says, visits }) => [...says, ...visits]);
      const lacking = proof.asserts.filter((wanted) => !said.some((text) => holds(text, wanted)));
      if (tests.length === 0) return row(item, [], `No test has ${proof.id} in its title.`);
      return row(
        item,
        lacking.length > 0 ? [] : tests,
        `The tests of ${proof.id} do not assert ${lacking.join(', ')}.`,
      );
    }
  }
}

/** A test without any assertion proves nothing, whatever it does. */
function row(item: Item, tests: readonly Test[], missing: string): Row {
  const proven = tests.filter(({ hasAssertion }) => hasAssertion);
  return { item, tests: proven, missing: proven.length > 0 ? undefined : missing };
}

const patterns = new Map<string, RegExp>();

/**
 * Whether a text of an assertion holds a sentence, word for word and as a whole. One word has to be the whole text, or
 * it would be found everywhere; several may stand beside others, as the title of a message stands before its text.
 */
function holds(text: string, wanted: string): boolean {
  if (text === wanted) return true;
  if (!wanted.includes(' ') || text.length < wanted.length / 2) return false;
  const known = patterns.get(wanted);
  const pattern =
    known ??
    new RegExp(
      `(?<![\\p{L}\\p{N}])${spelled(wanted)}(?![\\p{Ll}\\p{N}])|(?<=\\p{Ll})${spelled(wanted)}(?![\\p{Ll}\\p{N}])`,
      'u',
    );
  patterns.set(wanted, pattern);
  return pattern.test(text);
}

function spelled(wanted: string): string {
  return wanted
    .split(/\{[^}]*\}/)
    .map((piece) => RegExp.escape(piece))
    .join('.+?');
}

function isAddress(visited: string, path: string): boolean {
  const [bare = ''] = visited.split(/[?#]/);
  return bare === path;
}

function isCallOf(made: string, wanted: string): boolean {
  const steps = (text: string) => (text.split('?')[0] ?? '').split(/[ /]/);
  const query = wanted.split('?')[1];
  const [has, wants] = [steps(made.replace('/auth/v1', '').replace('/api/v1', '')), steps(wanted)];
  const isPath =
    has.length === wants.length &&
    wants.every((step, index) => (step.startsWith('{') ? has[index] !== '' : step === has[index]));
  return isPath && (query === undefined || made.includes(`?${query}`)) && !made.startsWith(GAP);
}
