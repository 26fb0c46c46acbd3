import { place, read } from './files.ts';
import type { Finding } from './finding.ts';
import { WAITS_LEFT } from './waits.left.ts';

interface Wait {
  readonly what: string;
  readonly pattern: RegExp;
  /** Texts that must be caught: the rule is tried on them at every run. */
  readonly examples: readonly string[];
}

const TESTS = /^apps\/[^/]+\/test\/.+\.tsx?$|^e2e\/.+\.ts$|^(apps|packages)\/.+\.(test|testing)\.tsx?$/;

/** May wait on wall time, each for its reason: the whole file, or what the pattern finds in the wait. */
const ALLOWED: Readonly<Record<string, { readonly why: string; readonly only?: RegExp }>> = {
  'apps/server/test/waiting.ts': { why: 'the one home of `until`, with the one bound on hanging' },
  'apps/web/test/patience.ts': { why: 'the bound on hanging of the tests of screens' },
  'apps/server/test/crash.test.ts': { why: 'kills the server at random moments', only: /\brandom\(\)/ },
  'apps/server/test/crash/payer.ts': { why: 'pays at random moments meanwhile', only: /\brandom\(\)/ },
  'e2e/accessible.ts': { why: 'waits in the page for the end of animations' },
  'e2e/product.ts': { why: 'waits until midnight in India has passed, which no journey may cross' },
};

const CLOCK = String.raw`(?:Date|performance)\.now\(\)`;
const WAITS: readonly Wait[] = [
  {
    what: 'sleeps on wall time',
    // `new Promise((done) => setTimeout(done, 50))`: only the time decides. A bound beside real work is another thing.
    pattern:
      /new Promise(?:<[^>]*>)?\(\s*\(?(\w+)\)?\s*=>\s*\{?\s*(?:void )?(?:globalThis\.)?setTimeout\(\s*(?:\1\b|\(\) => \1\()/,
    examples: [
      'await new Promise((done) => setTimeout(done, 50));',
      'new Promise<void>((done) => {\n setTimeout(() => done(), 50);',
    ],
  },
  {
    what: 'takes a sleep from node:timers/promises',
    pattern: /import \{[^}]*\b(?:setTimeout|scheduler)\b[^}]*\} from '(?:node:)?timers\/promises'/,
    examples: ["import { setTimeout as pause } from 'node:timers/promises';"],
  },
  {
    what: 'pauses on wall time',
    pattern:
      /(?<![\w.]|function )(?:pause|sleep)\((?!\w+: )[^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)(?! [{:])|\bwaitForTimeout\(/,
    examples: ['await pause(1_500);', 'await page.waitForTimeout(300);', 'await pause(random() * 300);'],
  },
  {
    what: 'waits until a deadline of wall time',
    pattern: new RegExp(String.raw`\b(?:if|while|for) \([^\n]*(?:${CLOCK} [<>]|[<>]=? ${CLOCK})`),
    examples: ['while (!found && Date.now() < limit) {', 'if (performance.now() > until) throw late;'],
  },
  {
    what: 'measures a duration of wall time',
    pattern: new RegExp(String.raw`(?:\bexpect\(\s*|\breturn |\bpush\(|[\w\])] = |\w: )${CLOCK} - [a-z]`),
    examples: ['expect(performance.now() - beganAt)', 'const took = performance.now() - begun;'],
  },
];

const MEND =
  'Wait for the state itself: `until` of apps/server/test/waiting.ts, `drained` for the queue, `expect.poll` or a locator in a journey. Speed is measured by `npm run bench`.';

/** Waits and assertions that a busy machine turns red; WAITS_LEFT holds what is left of old ones, and only shrinks. */
export function findWaits(files: readonly string[]): readonly Finding[] {
  const asleep = WAITS.flatMap(({ what, pattern, examples }) =>
    examples
      .filter((example) => !pattern.test(example))
      .map((example) => ({
        at: 'scripts/tidy/waits.ts',
        what: `the rule "${what}" no longer catches ${example}`,
        mend: 'Mend its pattern.',
      })),
  );
  const tests = files.filter((file) => TESTS.test(file));
  const found = tests.flatMap((file) => judge(file, waitsIn(file), WAITS_LEFT[file] ?? 0));
  const gone = Object.keys(WAITS_LEFT)
    .filter((file) => !tests.includes(file))
    .map((file) => stale(file, 'is no test file of ours'));
  return [...asleep, ...found, ...gone];
}

function judge(file: string, waits: readonly Finding[], left: number): readonly Finding[] {
  if (waits.length > left) return waits;
  return waits.length < left ? [stale(file, `has ${waits.length} waits, not ${left}`)] : [];
}

function stale(file: string, what: string): Finding {
  return {
    at: 'scripts/tidy/waits.left.ts',
    what: `${file} ${what}`,
    mend: 'Lower its number, or delete its line when none is left.',
  };
}

function waitsIn(file: string): readonly Finding[] {
  const text = read(file);
  const allowed = ALLOWED[file];
  // A clock that the test moves is not the wall's.
  if (text.includes('vi.useFakeTimers') || (allowed !== undefined && allowed.only === undefined)) return [];
  return WAITS.flatMap(({ what, pattern }) =>
    [...text.matchAll(new RegExp(pattern.source, 'g'))]
      .filter(([wait]) => !allowed?.only?.test(wait))
      .map((match) => ({
        at: place(file, text, match.index),
        what: `${what}: ${match[0].replace(/\s+/g, ' ')}`,
        mend: MEND,
      })),
  );
}
