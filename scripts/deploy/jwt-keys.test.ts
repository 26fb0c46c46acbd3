import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createAccessTokenSigner,
  createAccessTokenVerifier,
} from '../../packages/auth/src/auth.access-tokens.ts';
import { newJwtKeys } from '../../apps/server/src/platform/config/config.ts';
import { MISUSED } from '../command-line.ts';
import { StepError, takeJwtStep } from './jwt-keys.ts';

type JWK = Parameters<typeof createAccessTokenSigner>[0][number];

const NOW = new Date('2026-11-29T12:00:00Z');
const HOUR_LATER = new Date('2026-11-29T13:00:00Z');

const keysOf = (text: string) => (JSON.parse(text) as { keys: JWK[] }).keys;

/** Whether a process with one set believes the token that a process with another signs. */
async function believes(verifying: string, signing: string): Promise<boolean> {
  const clock = { now: () => NOW };
  const exp = HOUR_LATER.getTime() / 1000;
  const token = await createAccessTokenSigner(keysOf(signing))({ sub: 'asha', exp });
  return createAccessTokenVerifier(
    keysOf(verifying),
    clock as never,
  )(`Bearer ${token}`).then(
    () => true,
    () => false,
  );
}

test('given processes one step apart, each believes the tokens of the other, and the old key is gone at the end', async () => {
  const old = await newJwtKeys();
  const added = await takeJwtStep('add', old, NOW);
  const switched = await takeJwtStep('switch', added, NOW);
  const removed = await takeJwtStep('remove', switched, HOUR_LATER);
  const steps = [old, added, switched, removed];
  for (let nth = 1; nth < steps.length; nth += 1) {
    const [before = '', after = ''] = steps.slice(nth - 1);
    expect([await believes(before, after), await believes(after, before)], `step ${nth}`).toEqual([
      true,
      true,
    ]);
  }
  expect(await believes(removed, old)).toBe(false);
  expect(keysOf(removed).map(({ key_ops }) => key_ops)).toEqual([['sign', 'verify']]);
  expect(keysOf(removed)[0]!.kid).not.toBe(keysOf(old)[0]!.kid);
});

test('given a step out of its turn, it is refused with the one that is next', async () => {
  const old = await newJwtKeys();
  const added = await takeJwtStep('add', old, NOW);
  const switched = await takeJwtStep('switch', added, NOW);
  const refusals = [
    takeJwtStep('switch', old, NOW),
    takeJwtStep('remove', old, NOW),
    takeJwtStep('add', added, NOW),
    takeJwtStep('remove', added, NOW),
    takeJwtStep('add', switched, NOW),
    takeJwtStep('switch', switched, NOW),
    takeJwtStep('add', 'no set', NOW),
  ];
  for (const refusal of refusals) await expect(refusal).rejects.toThrow(StepError);
});

test('given a token of the old key that may still live, when it is to be removed, it stays', async () => {
  const switched = await takeJwtStep('switch', await takeJwtStep('add', await newJwtKeys(), NOW), NOW);
  const early = new Date(HOUR_LATER.getTime() - 1);
  await expect(takeJwtStep('remove', switched, early)).rejects.toThrow('may live until 2026-11-29T13:00:00');
});

function call(...words: string[]) {
  const args = [join(import.meta.dirname, '../keys.ts'), ...words];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

test('the command makes a set, and takes a step over its file, which stays as closed as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-jwt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'jwt_keys');
  const [made = ''] = call('new-jwt').stdout.split('\n');
  writeFileSync(file, made, { mode: 0o440 });
  const { status, stdout } = call('jwt', 'add', file);
  expect([status, stdout]).toEqual([0, expect.stringContaining('npm run keys -- jwt switch')]);
  expect(stdout).not.toContain(keysOf(made)[0]!.d);
  const added = readFileSync(file, 'utf8');
  expect(keysOf(added)).toEqual([
    ...keysOf(made),
    expect.objectContaining({ key_ops: ['verify'], d: expect.any(String) }),
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o440);
  const refused = call('jwt', 'add', file);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('switch is the next step')]);
  expect(readFileSync(file, 'utf8')).toBe(added);
});

test.each([[['jwt', 'turn', 'a file']], [['jwt', 'add']], [['new-jwt', 'more']], [['status', 'more']]])(
  'given %j, the command is refused with how it is called',
  (words) => {
    const { status, stderr } = call(...words);
    expect([status, stderr]).toEqual([MISUSED, expect.stringContaining('npm run keys')]);
  },
);
