import { isText, place, read } from './files.ts';
import type { Finding } from './finding.ts';

interface LineRule {
  readonly what: string;
  readonly mend: string;
  readonly pattern: RegExp;
  /** The files that it reads; without it all written ones. */
  readonly inFiles?: RegExp;
  readonly notInFiles?: RegExp;
  /** A line that must be caught: the rule is tried on it at every run. Given in halves, so that it is not itself one. */
  readonly example: readonly [string, string];
}

const CODE = /\.(tsx?|mjs|cjs|js)$/;
const TESTS = /\.(test|spec)\.tsx?$|\/test\/|^e2e\//;
const MACHINE =
  /^(scripts|bench|e2e)\/|\/test\/|\.(test|testing)\.tsx?$|\.config\.ts$|\/platform\/(src\/)?(clock|config)\/|\/sandbox\/src\/(main|core\/clock)\.ts$|\/web\/src\/lib\/format\.ts$|\/web\/scripts\/|\/server\/src\/main\.ts$/;

/** The rules on what can be seen in a line without understanding the program; the rest is lint. */
export const LINE_RULES: readonly LineRule[] = [
  {
    what: 'switches a check off',
    mend: 'Mend the code; a rule that is wrong everywhere is left out in .oxlintrc.json, with its reason.',
    pattern:
      /(?:oxlint|eslint|tslint|stylelint|biome|prettier)-(?:disable|ignore)|@ts-(?:ignore|expect-error|nocheck)|(?:v8|c8|istanbul) ignore/,
    example: ['// eslint-dis', 'able-next-line'],
  },
  {
    what: 'leaves a test out',
    mend: 'Make it pass or delete it: a test that does not run proves nothing.',
    pattern: /\b(?:it|test|describe)\.(?:skip|only|todo|fixme|fails)\b/,
    inFiles: TESTS,
    example: ['it.sk', "ip('later', () => {})"],
  },
  {
    what: 'reads the wall clock',
    mend: 'Take `now` from platform/clock or as an argument.',
    pattern: /\bnew Date\(\)|\bTemporal\.Now\b/,
    inFiles: /^(apps|packages)\/.+\.tsx?$/,
    notInFiles: MACHINE,
    example: ['const at = new Da', 'te();'],
  },
  {
    what: 'reads the environment sideways',
    mend: 'Read it in platform/config and pass the value on.',
    pattern: /\{\s*env\b[^}]*\}\s*=\s*process\b/,
    inFiles: /^(apps|packages)\/.+\.tsx?$/,
    notInFiles: MACHINE,
    example: ['const { en', 'v } = process;'],
  },
  {
    what: 'has an arbitrary style value',
    mend: 'Use a value of the theme in ui/theme.css, or add one there with a name.',
    pattern: /(?<=["'`\s:])-?[a-z][a-z0-9-]*-\[[^\]\s]+\](?!:)|(?<=["'`\s])\[[a-z-]+:[^\]\s]+\]/,
    inFiles: /^apps\/web\/src\/.+\.tsx$/,
    example: ['<p className="text-[1', '0px]">'],
  },
  {
    what: 'is a note to do something that nobody can find',
    mend: 'Do it, or give the number of its issue behind the word.',
    pattern: /\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K])\b(?! ?\(?#\d+)/,
    notInFiles: /^CONTRIBUTING\.md$/,
    example: ['// TO', 'DO: later'],
  },
  {
    what: "names a place on somebody's machine",
    mend: 'Write a path inside the project.',
    pattern: /(?<![\w.$}])\/(?:wor[k]|far[m]|roo[t]|hom[e]|User[s])\/[\w.-]+/,
    example: ['// see /ro', 'ot/notes'],
  },
  {
    what: 'names a package registry',
    mend: 'Leave the host out: the lock file pins versions and hashes, npm knows where to ask.',
    pattern: /registry\.npm|npmj[s]\.|yarnpk[g]\.|unpk[g]\.|jsdeliv[r]|npm\.pk[g]/,
    example: ['https://registry.np', 'mjs.org/x'],
  },
  {
    what: 'speaks of how it was written instead of the product',
    mend: 'Say what the code does and why.',
    pattern: /\b(?:co-author(?:ed)-by|generate[d] with|language mode[l]|chatgp[t]|anthropi[c]|copilo[t])\b/i,
    example: ['Generated wi', 'th a robot'],
  },
  {
    what: 'names an account of the ledger by its code',
    mend: 'Use its name: `codeOf` of @mohlat/lending, in SQL `accountsIn` of #ledger.',
    pattern: /'(?:A[12]\d\d|L3\d\d|I4\d\d|E5\d\d|Q600|M90\d)'/,
    inFiles: /^(apps|packages)\/.+\.tsx?$/,
    notInFiles: /^packages\/lending\/src\/accounts\.ts$|\.(test|testing)\.tsx?$|\/test\/|\.gen\.ts$/,
    example: ["account = 'A2", "01'"],
  },
  {
    what: 'begins a comment with a question or a paraphrase',
    mend: 'Begin with the subject or the verb: "The share of …", "Keeps one request …". See CONTRIBUTING.md.',
    pattern:
      /^[ \t]*(?:\/\/|\/\*\*?|\{\/\*|\/\*\*?\r?\n[ \t]*\*)[ \t]+(?:What|Whatever|Who|Whoever|Whom|Whose|Of|Nobody|How|Which)\b/m,
    inFiles: /\.(tsx?|mjs|css)$/,
    example: ['// Wh', 'oever asks while somebody is asking waits for the same answer.'],
  },
  {
    what: 'looks for one word of its command line and passes over the rest',
    mend: 'Use readCommandLine of scripts/command-line.ts: it refuses a misspelt option.',
    pattern: /process\.argv\.(?:includes|indexOf)\(/,
    inFiles: /^(scripts|bench)\/.+\.(ts|mjs)$/,
    example: ['if (process.argv.inc', "ludes('--verify')) {}"],
  },
  {
    what: 'is left of a merge',
    mend: 'Decide between the two versions, and delete the markers.',
    pattern: /^(?:<{7}|>{7}|\|{7})(?= |$)|^={7}$/m,
    example: ['<<<<', '<<< main'],
  },
  {
    what: 'has commented-out code',
    mend: 'Delete it; history keeps it.',
    pattern: /^\s*\/\/\s*(?:import .+ from|const \w+ =|let \w+ =|return .+;$|await .+;$|if \(.+\) \{$)/m,
    inFiles: CODE,
    example: ['// const x', ' = 1;'],
  },
];

/** Lines that no file may hold. */
export function findBadLines(files: readonly string[]): readonly Finding[] {
  const asleep = LINE_RULES.filter(({ pattern, example }) => !pattern.test(example.join(''))).map((rule) => ({
    at: 'scripts/tidy/lines.ts',
    what: `the rule "${rule.what}" no longer catches its own example`,
    mend: 'Mend its pattern.',
  }));
  const found = files.filter(isText).flatMap((file) => LINE_RULES.flatMap((rule) => matches(file, rule)));
  return [...asleep, ...found];
}

function matches(file: string, { pattern, inFiles, notInFiles, what, mend }: LineRule): readonly Finding[] {
  if (file === 'package-lock.json' && !what.includes('registry')) return [];
  if (inFiles?.test(file) === false || notInFiles?.test(file)) return [];
  const text = read(file);
  return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].map((match) => ({
    at: place(file, text, match.index),
    what: `${what}: ${match[0].trim()}`,
    mend,
  }));
}
