import { remoteControl } from '#test/control.ts';
import { until } from '#test/waiting.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/src/app.ts';
import { createLog } from '../log/log.ts';
import { type ClockMove, createClock, type TrialClock } from './clock.ts';

/** No move is given up in this file: an answer that comes is one that was acknowledged. */
const ACKNOWLEDGE_MS = 600_000;

let sandbox: Sandbox;
let clock: TrialClock;
let onMove: (move: ClockMove) => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, acknowledgeMs: ACKNOWLEDGE_MS });
  clock = createClock(createLog('silent'));
  await clock.follow(sandbox.url, (move) => onMove(move));
});
afterAll(async () => {
  clock.stop();
  await sandbox.close();
});

test('given jobs that are still being moved, then a move of the clock is not over', async () => {
  const { control } = remoteControl(sandbox.url);
  const followers = async () => (await control<{ followers: number }>('GET', '/clock')).followers;
  await until(async () => ((await followers()) > 0 ? true : undefined));
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<ClockMove>();
  onMove = async (move) => {
    entered.resolve(move);
    await gate.promise;
    seen.push('moved');
  };
  const before = clock.version();
  const moving = control('POST', '/clock', { advance: 'PT1H' }).then(() => void seen.push('answered'));
  expect(await entered.promise).toEqual({ version: before + 1, movedByMs: 3_600_000 });
  // The clock has moved and says so; the jobs have not, and the sandbox has time enough to answer all the same.
  for (let turn = 0; turn < 20; turn += 1) expect(await followers()).toBe(0);
  expect(clock.version()).toBe(before);
  gate.resolve();
  await moving;
  expect(seen).toEqual(['moved', 'answered']);
  expect(clock.version()).toBe(before + 1);
});

test('given jobs that cannot be moved, then the clock is followed all the same', async () => {
  const { control } = remoteControl(sandbox.url, [clock]);
  const before = clock.offsetMs();
  onMove = () => Promise.reject(new Error('no database'));
  await control('POST', '/clock', { advance: 'PT1H' });
  onMove = () => Promise.resolve();
  await control('POST', '/clock', { advance: 'PT1H' });
  expect(clock.offsetMs() - before).toBe(2 * 3_600_000);
});
