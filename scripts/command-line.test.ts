import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpOf, MISUSED } from './command-line.ts';

/** Without a database of its own: a command that read on would end by that, with another code. */
function call(name: string, words: readonly string[], kept: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...words], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: 'postgres://nowhere.invalid/none', SANDBOX: 'off', ...kept },
  });
}

test.each(['test', 'soak', 'words'])('given --help, %s says what it does, and begins nothing', (name) => {
  const { stdout, status } = call(name, ['--help']);
  expect(stdout).toMatch(/^`npm (run )?\w+/);
  expect(stdout).not.toContain('===');
  expect(status).toBe(0);
});

test.each([
  ['words', ['--cuont', '20'], "Unknown option '--cuont'"],
  ['words', ['semaphore'], 'Unexpected argument'],
  ['fuzz', ['--minutes', 'soon'], '--minutes needs a number behind it'],
  // It would make her staff in every role.
  ['admin', ['grant', 'asha@example.com', '--role', 'support'], "Unknown option '--role'"],
  ['admin', ['grant', 'asha@example.com', 'support'], 'It does not know "support"'],
] as const)('given a word it does not know, %s %j is refused with how it is called', (name, words, said) => {
  const { stderr, status } = call(name, words);
  expect(stderr).toContain(said);
  expect(stderr).toMatch(/`npm run \w+/);
  expect(status).toBe(MISUSED);
});

test('given an option before the --, which npm keeps for itself, the command is refused', () => {
  const { stderr, status } = call('words', [], { npm_config_count: '20' });
  expect(stderr).toContain('npm took --count for itself: write -- before the options.');
  expect(status).toBe(MISUSED);
});

test('the help of a script is the comment at its head, without slashes', () => {
  expect(helpOf("// `npm run x`: does it.\n// Safe to run twice.\nimport 'y';\n// not this")).toBe(
    '`npm run x`: does it.\nSafe to run twice.',
  );
});
