import { place, read } from './files.ts';
import type { Finding } from './finding.ts';
import { WAITS_LEFT } from './waits.left.ts';

interface Wait {
  readonly what: string;
  readonly pattern: RegExp;
  /** Files in which it is none. */
  readonly except?: RegExp;
  /** Texts that must be caught: the rule is tried on them at every run. */
  readonly examples: readonly string[];
}

const TESTS =
  /^apps\/[^/]+\/test\/.+\.tsx?$|^e2e\/.+\.ts$|^(apps|packages|scripts|bench)\/.+\.(test|testing)\.tsx?$/;

/** May wait on wall time, each for its reason: the whole file, or what the pattern finds in the wait. */
const ALLOWED: Readonly<Record<string, { readonly why: string; readonly only?: RegExp }>> = {
  'apps/server/test/waiting.ts': {
    why: 'the home of `until` for a whole product, with its bound on hanging',
  },
  'packages/platform/src/waiting.testing.ts': {
    why: 'the home of `poll`, and of `until` where no product runs',
  },
  'apps/web/test/patience.ts': { why: 'the bound on hanging of the tests of screens' },
  'apps/server/test/crash.test.ts': { why: 'kills the server at random moments', only: /\brandom\(\)/ },
  'apps/server/test/crash/payer.ts': {
    why: 'pays at random moments meanwhile, and bounds each call',
    only: /\brandom\(\)|AbortSignal/,
  },
  'apps/server/test/crash/processes.ts': { why: 'the bound on a process that never gets ready' },
  'apps/server/test/silence.ts': { why: 'the bound on a call that hangs' },
  'apps/server/src/features/end-of-day/end-of-day.test.ts': {
    why: 'kills the command at many moments',
    only: /setTimeout/,
  },
  'apps/server/src/platform/http/uploads.test.ts': {
    why: 'hangs up in the middle of a form; at which moment does not matter',
    only: /setTimeout/,
  },
  'e2e/notifications.spec.ts': { why: 'looks again and again: toPass has no bound', only: /timeout: 1_000/ },
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
    // At least so long, it may well take: only a machine that is too quick would be found out.
    pattern: new RegExp(String.raw`${CLOCK} - [a-z]\w*(?!\w|\)\.toBeGreaterThan)`),
    examples: [
      'expect(performance.now() - beganAt).toBeLessThan(50)',
      'const took = performance.now() - begun;',
      'push(`${Date.now() - pressedAt} ms`)',
    ],
  },
  {
    what: 'gives up after a second of wall time',
    pattern: /\bvi\.wait(?:For|Until)\(|\bexpect\s*\.poll\(/,
    // There the one bound on hanging is theirs: apps/web/test/patience.ts, playwright.config.ts.
    except: /^apps\/web\/|^e2e\//,
    examples: ['await vi.waitFor(() => expect(events).toHaveLength(1));', 'await expect\n  .poll(look, {})'],
  },
  {
    what: 'gives up a wait after a time of its own',
    pattern: /(?<!configure\(\{ )\btimeout: [\d_]+\b(?! \+)|\bAbortSignal\.timeout\(/,
    examples: ["page.waitForEvent('download', { timeout: 3000 })", 'signal: AbortSignal.timeout(500)'],
  },
  {
    what: 'lets something happen after a time of the wall',
    pattern: /(?:^[ \t]*|=> void |= )setTimeout\(/m,
    examples: ['  setTimeout(() => response.destroy(), 20);', 'handler = () => void setTimeout(reply, 50);'],
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
  return WAITS.filter(({ except }) => !except?.test(file)).flatMap(({ what, pattern }) =>
    [...text.matchAll(new RegExp(pattern.source, `g${pattern.flags}`))]
      .filter(([wait]) => !allowed?.only?.test(wait))
      .map((match) => ({
        at: place(file, text, match.index),
        what: `${what}: ${match[0].replace(/\s+/g, ' ')}`,
        mend: MEND,
      })),
  );
}
