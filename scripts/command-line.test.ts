import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { helpOf, MISUSED } from './command-line.ts';
import { ROOT } from './run.ts';

/** Without a database of its own: a command that read on would end by that, with another code. */
async function call(file: string, words: readonly string[], kept: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(ROOT, file), ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'),
      ...process.env,
      DATABASE_URL: 'postgres://nowhere.invalid/none',
      SANDBOX: 'off',
      ...kept,
    },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, status: child.exitCode };
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** The scripts that are ours. */
const OURS = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file, word] = /^node (\S+\.ts)(?: (\S+))?$/.exec(command) ?? [];
  return file === undefined ? [] : [{ name, file, words: word === undefined ? [] : [word] }];
});
/** Those of compilers and formatters, which have words of their own. */
const OTHERS = ['build:web', 'format', 'lint', 'typecheck'];
/** The scripts that npm calls before another. */
const BEFORE = Object.keys(scripts).filter((name) => name.startsWith('pre') && name.slice(3) in scripts);
/** An operator or a stranger calls these on a machine where nothing is installed, or what an earlier release needed. */
const FIRST_ON_A_MACHINE =
  'start dev test check demo build:web image secrets sms-texts migrate admin books backup restore eod reconcile keys rehearse bench audit'.split(
    ' ',
  );
/** The words of `npm run e2e` are Playwright's. */
const PASSED_ON = ['e2e'];
const HEAD = /npm (?:run )?(?:-s )?[\w:-]+/;

test('every script of package.json that is ours is called by the tests below', () => {
  const left = Object.keys(scripts).filter((name) => !OURS.some((one) => one.name === name));
  expect(left.toSorted()).toEqual([...OTHERS, ...BEFORE].toSorted());
});

test.each(FIRST_ON_A_MACHINE)(
  'given a machine without the packages of this release, npm run %s installs them first',
  (name) => {
    expect(scripts[`pre${name}`]).toBe('node scripts/ensure-install.mjs');
  },
);

test.each(OURS)(
  'given --help or an unknown option, npm run $name says how it is called and begins nothing',
  async ({ name, file, words }) => {
    const [asked, misspelt] = await Promise.all([
      call(file, [...words, '--help']),
      PASSED_ON.includes(name) ? undefined : call(file, [...words, '--cuont', '3']),
    ]);
    expect(asked.stdout).toMatch(HEAD);
    expect(asked.stdout).not.toContain('===');
    expect(asked.status).toBe(0);
    if (misspelt === undefined) return;
    expect(misspelt.stderr + misspelt.stdout).toMatch(HEAD);
    expect(misspelt.status).toBe(MISUSED);
  },
);

test.each([
  ['scripts/words.ts', ['--cuont', '20'], "Unknown option '--cuont'"],
  ['scripts/words.ts', ['semaphore'], 'Unexpected argument'],
  ['scripts/rehearse.ts', ['rolling', '--tiems', '3'], "Unknown option '--tiems'"],
  ['bench/run.ts', ['lives', '--yaers', '3'], "Unknown option '--yaers'"],
  ['scripts/fuzz.ts', ['--minutes', 'soon'], '--minutes needs a number behind it'],
  // It would make her staff in every role.
  ['scripts/admin.ts', ['grant', 'asha@example.com', '--role', 'support'], "Unknown option '--role'"],
  ['scripts/admin.ts', ['grant', 'asha@example.com', 'support'], 'It does not know "support"'],
] as const)(
  'given a word it does not know, %s %j is refused with how it is called',
  async (file, words, said) => {
    const { stderr, status } = await call(file, words);
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/`npm run \w+/);
    expect(status).toBe(MISUSED);
  },
);

test('given an option before the --, which npm keeps for itself, the command is refused', async () => {
  const { stderr, status } = await call('scripts/words.ts', [], { npm_config_count: '20' });
  expect(stderr).toContain('npm took --count for itself: write -- before the options.');
  expect(status).toBe(MISUSED);
});

test.each([
  ['scripts/eod.ts', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; use one of'],
  ['scripts/reconcile.ts', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; use one of'],
  ['scripts/books.ts', { DATABASE_URL: '', DATABASE_URL_FILE: '/nowhere/at-all' }, 'DATABASE_URL_FILE'],
  ['scripts/restore.ts', { DATABASE_URL: '', DATABASE_URL_FILE: '/nowhere/at-all' }, 'DATABASE_URL_FILE'],
] as const)('given a setting that is wrong, %s says which, without a stack', async (file, env, said) => {
  const { stdout, stderr, status } = await call(file, [], env);
  expect(stdout).toContain(said);
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(MISUSED);
});

test('the help of a script is the comment at its head, without slashes', () => {
  expect(helpOf("// `npm run x`: does it.\n// Safe to run twice.\nimport 'y';\n// not this")).toBe(
    '`npm run x`: does it.\nSafe to run twice.',
  );
});
