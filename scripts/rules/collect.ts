import { read } from '../tidy/files.ts';

/** A place in the code that carries a rule, and what it says there. */
export interface Bearer {
  readonly file: string;
  readonly sentence: string;
}

export interface Rule {
  readonly id: string;
  readonly bearers: readonly Bearer[];
  /** Titles of tests that name it, with their file. */
  readonly tests: readonly { readonly title: string; readonly file: string }[];
}

// Lending rules by section, the product's specification by chapter, and our own. What the specification says item by
// item (SPEC-5.otp-digits) is in docs/spec-coverage.md.
const ID = /\b(?:LEND|SPEC|PAY|AUTH|KYC|CARD|MAND|NOTE|STAT)-(?:[A-Z]\d{1,2}|\d{1,2})\b(?!\.[a-z])/g;
const RANGE = /\b([A-Z]+)-([A-Z])(\d{1,2}) to (?:\1-)?\2(\d{1,2})\b/g;
const TEST = /\.(test|spec)\.tsx?$/;
const CODE = /^(apps|packages|db)\/.+\.(tsx?|sql)$/;

/** Every rule named by a comment of the code or by the title of a test, in the order of its id. */
export function collectRules(files: readonly string[]): readonly Rule[] {
  const rules = new Map<string, { bearers: Bearer[]; tests: { title: string; file: string }[] }>();
  const at = (id: string) => {
    const known = rules.get(id) ?? { bearers: [], tests: [] };
    rules.set(id, known);
    return known;
  };
  for (const file of files.filter((path) => TEST.test(path))) {
    for (const title of titles(read(file))) {
      for (const id of idsOf(title)) at(id).tests.push({ title: withoutId(title), file });
    }
  }
  for (const file of files.filter((path) => CODE.test(path) && !TEST.test(path))) {
    for (const { text, next } of comments(read(file))) {
      for (const id of idsOf(text)) {
        const { bearers } = at(id);
        const sentence = sentenceOf(text) ?? nameOf(next);
        if (!bearers.some((bearer) => bearer.file === file && bearer.sentence === sentence))
          bearers.push({ file, sentence });
      }
    }
  }
  return [...rules]
    .map(([id, parts]) => ({ id, ...parts }))
    .sort((a, b) => sortKey(a.id).localeCompare(sortKey(b.id), 'en'));
}

/** By book, section letter, then number: 9 comes before 10. */
function sortKey(id: string): string {
  return id.replace(/\d+$/, (digits) => digits.padStart(3, '0'));
}

/** The ids of rules that a text names, those of a range one by one. */
export function idsOf(text: string): ReadonlySet<string> {
  const spelled = text.replace(RANGE, (_, book: string, letter: string, from: string, to: string) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (__, step) => `${book}-${letter}${String(Number(from) + step).padStart(from.length, '0')}`,
    ).join(', '),
  );
  return new Set(spelled.match(ID) ?? []);
}

/** Texts in quotes that name a rule: in a test file these are titles. */
function titles(text: string): readonly string[] {
  return [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map((match) => (match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(['"`])/g, '$1'))
    .filter((title) => title.search(ID) !== -1);
}

function withoutId(title: string): string {
  const rest = title.replace(/^(?:[A-Z]+-[A-Z]?\d+(?:\.[a-z0-9-]+)?(?:, |: | ))+/, '').replace(/\s+/g, ' ');
  return rest === title && !title.includes(' ') ? 'one row of a table' : rest;
}

interface Comment {
  readonly text: string;
  /** The code right behind it. */
  readonly next: string;
}

function comments(text: string): readonly Comment[] {
  const found = text.matchAll(/\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*(?:\/\/|--).*\n)+)/gm);
  return [...found].map((match) => ({
    text: (match[1] ?? match[2] ?? '')
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\*|\/\/|--) ?/, '').trim())
      .join('\n')
      .trim(),
    next: text.slice(match.index + match[0].length, match.index + match[0].length + 300),
  }));
}

/** The first sentence that is not the list of rules itself. */
function sentenceOf(comment: string): string | undefined {
  const prose = comment
    .replace(/\bRules?: [^.\n:]*?(?=: )(?:: )/g, '')
    .replace(/\bRules?: (?:[^.\n]|\.(?=\S))*(?:\.|$)/gm, '')
    .replace(/^(?:Units|Throws|Locks|Journal):.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = /^.+?(?:[.!?](?= |$)|$)/.exec(prose)?.[0].replace(/\.$/, '');
  return sentence === undefined || sentence === '' ? undefined : sentence;
}

function nameOf(code: string): string {
  const name =
    /(?:function|const|interface|type|class|table|view) (?:if not exists )?([\w.]+)/.exec(code)?.[1] ??
    /([\w]+)[:(]/.exec(code)?.[1];
  return name === undefined ? 'As the code says' : `\`${name}\``;
}
