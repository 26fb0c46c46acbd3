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
  const removed = await takeJwtStep('remove', switched, HOUR_LATER, { tokenSeconds: 3600, restartedAt: NOW });
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

const switchedNow = async () => takeJwtStep('switch', await takeJwtStep('add', await newJwtKeys(), NOW), NOW);

test.each([
  { restartedAt: '2026-11-29T12:00:00Z', tokenSeconds: 3600, lastAt: '2026-11-29T13:00:00.000Z' },
  { restartedAt: '2026-11-29T12:40:00Z', tokenSeconds: 3600, lastAt: '2026-11-29T13:40:00.000Z' },
  { restartedAt: '2026-11-29T12:40:00Z', tokenSeconds: 7200, lastAt: '2026-11-29T14:40:00.000Z' },
  { restartedAt: '2026-11-29T12:40:00Z', tokenSeconds: 60, lastAt: '2026-11-29T13:40:00.000Z' },
])(
  'given processes restarted by $restartedAt and tokens of $tokenSeconds s, the old key stays until $lastAt',
  async ({ restartedAt, tokenSeconds, lastAt }) => {
    const switched = await switchedNow();
    const last = new Date(lastAt);
    const removal = { tokenSeconds, restartedAt: new Date(restartedAt) };
    const early = takeJwtStep('remove', switched, new Date(last.getTime() - 1), removal);
    await expect(early).rejects.toThrow(`may live until ${lastAt}`);
    expect(keysOf(await takeJwtStep('remove', switched, last, removal))).toHaveLength(1);
  },
);

test.each([
  ['nobody says when', undefined, '--restarted'],
  ['it was before the switch', '2026-11-29T11:59:59Z', 'before'],
  ['it is still to come', '2026-11-30T12:00:01Z', 'still to come'],
])(
  'given an old key, when the last process was restarted and %s, it stays',
  async (_case, word, sentence) => {
    const restartedAt = word === undefined ? undefined : new Date(word);
    const dayLater = new Date('2026-11-30T12:00:00Z');
    const removal = takeJwtStep('remove', await switchedNow(), dayLater, { tokenSeconds: 3600, restartedAt });
    await expect(removal).rejects.toThrow(StepError);
    await expect(removal).rejects.toThrow(sentence);
  },
);

/** A set that was changed by hand: a new key signs, and the old one lost its `sign` without a word of when. */
async function changedByHand() {
  const [fresh, old] = await Promise.all([newJwtKeys(), newJwtKeys()]);
  const keys = [
    ...keysOf(fresh).map((key) => ({ ...key, added_at: NOW.toISOString() })),
    ...keysOf(old).map((key) => ({ ...key, key_ops: ['verify'] })),
  ];
  return { set: JSON.stringify({ keys }), fresh: keys[0]!.kid!, old: keys[1]!.kid! };
}

test.each(['add', 'switch'] as const)(
  'given an old key that lost its sign by hand, when %s is called, it is refused by its name and never signs again',
  async (step) => {
    const { set, old } = await changedByHand();
    const refusal = takeJwtStep(step, set, NOW);
    await expect(refusal).rejects.toThrow(StepError);
    await expect(refusal).rejects.toThrow(`${old} verifies alone, and no step made it so`);
    await expect(refusal).rejects.toThrow('jwt remove <file> --restarted <instant>');
  },
);

test('given an old key beside the one that add made, when the keys are switched, it is refused by its name', async () => {
  const { set, old } = await changedByHand();
  const [signer, byHand] = keysOf(set);
  const added = await takeJwtStep('add', JSON.stringify({ keys: [signer] }), NOW);
  const both = JSON.stringify({ keys: [...keysOf(added), byHand] });
  await expect(takeJwtStep('switch', both, NOW)).rejects.toThrow(`${old} verifies alone`);
});

test('given an old key that lost its sign by hand, it is removed once its tokens have run out since the restart', async () => {
  const { set, fresh } = await changedByHand();
  const removal = { tokenSeconds: 3600, restartedAt: NOW };
  const early = takeJwtStep('remove', set, new Date(HOUR_LATER.getTime() - 1), removal);
  await expect(early).rejects.toThrow('may live until 2026-11-29T13:00:00.000Z');
  await expect(takeJwtStep('remove', set, HOUR_LATER)).rejects.toThrow('--restarted');
  const removed = await takeJwtStep('remove', set, HOUR_LATER, removal);
  expect(keysOf(removed)).toEqual([expect.objectContaining({ kid: fresh })]);
  // Else this key would wait to be switched to, once it loses its own `sign` by hand.
  expect(removed).not.toContain('added_at');
});

test('given a key that add made and that signed since, when it loses its sign by hand, it is not switched to again', async () => {
  const switched = await switchedNow();
  const [signer] = keysOf(switched);
  const set = { keys: [...keysOf(await newJwtKeys()), { ...signer, key_ops: ['verify'] }] };
  await expect(takeJwtStep('switch', JSON.stringify(set), NOW)).rejects.toThrow(
    `${signer!.kid} verifies alone`,
  );
});

function callWith(env: Readonly<Record<string, string>>, ...words: string[]) {
  const args = [join(import.meta.dirname, '../keys.ts'), ...words];
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } });
}

const call = (...words: string[]) => callWith({}, ...words);

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

test('the command removes the old key once the tokens that its own environment tells have run out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-jwt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'jwt_keys');
  const longAgo = new Date('2020-01-01T00:00:00Z');
  const added = await takeJwtStep('add', await newJwtKeys(), longAgo);
  writeFileSync(file, await takeJwtStep('switch', added, longAgo));
  const remove = (AUTH_ACCESS_TOKEN_SECONDS: string, restarted: string) =>
    callWith({ AUTH_ACCESS_TOKEN_SECONDS }, 'jwt', 'remove', file, '--restarted', restarted);
  const century = 100 * 365 * 24 * 60 * 60;
  for (const [seconds, restarted, status, sentence] of [
    ['3600', 'yesterday', MISUSED, '--restarted needs'],
    ['3600', '2020-01-01T00:00:00', MISUSED, '--restarted needs'],
    ['many', '2020-01-01T00:00:00Z', 1, 'AUTH_ACCESS_TOKEN_SECONDS'],
    [String(century), '2020-01-01T00:00:00Z', 1, 'may live until 2119-12-08T'],
    ['3600', '2020-01-01T05:30+05:30', 0, ''],
  ] as const) {
    expect(keysOf(readFileSync(file, 'utf8'))).toHaveLength(2);
    expect(remove(seconds, restarted)).toMatchObject({
      status,
      stderr: expect.stringContaining(sentence) as string,
    });
  }
  expect(keysOf(readFileSync(file, 'utf8'))).toHaveLength(1);
});

test('the switch says that the life of the old tokens begins with the restart of the last process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-jwt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'jwt_keys');
  writeFileSync(file, await takeJwtStep('add', await newJwtKeys(), NOW));
  const { stdout } = callWith({ AUTH_ACCESS_TOKEN_SECONDS: '7200' }, 'jwt', 'switch', file);
  expect(stdout).toContain('When the last one has run for 7200 seconds');
  expect(stdout).toContain(`jwt remove ${file} --restarted`);
});

test.each([
  [['jwt', 'turn', 'a file']],
  [['jwt', 'add']],
  [['new-jwt', 'more']],
  [['status', 'more']],
  [['jwt', 'add', 'a file', '--restarted', '2026-11-29T12:00Z']],
])('given %j, the command is refused with how it is called', (words) => {
  const { status, stderr } = call(...words);
  expect([status, stderr]).toEqual([MISUSED, expect.stringContaining('npm run keys')]);
});
