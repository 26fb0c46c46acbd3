import { expect, test, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { until } from '#test/waiting.ts';
import { startSweeper, type Sweeps } from './sweeper.ts';

const log = createLog('silent');
const SOON = { everyMs: 5, isAtOnce: true };

/** A look that goes on until it is let go. */
function slow() {
  let letGo: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const look = vi.fn(async () => {
    await gate;
    return 0;
  });
  return { look, letGo: () => letGo() };
}

const untilSo = (isSo: () => boolean) => until(async () => (isSo() ? true : undefined));

test('a slow look holds up itself alone: the others go on, round after round', async () => {
  const one = slow();
  const quick = vi.fn(async () => 0);
  const failing = vi.fn(async () => {
    throw new Error('the database is gone');
  });
  const sweeper = startSweeper({ slow: one.look, quick, failing }, log, SOON);
  await untilSo(() => quick.mock.calls.length > 5 && failing.mock.calls.length > 5);
  expect(one.look).toHaveBeenCalledTimes(1);
  one.letGo();
  await untilSo(() => one.look.mock.calls.length > 1);
  await sweeper.stop();
  const count = quick.mock.calls.length;
  await sweeper.now();
  expect(quick).toHaveBeenCalledTimes(count);
});

test('a few look at a time, and those that wait come in their turn', async () => {
  const all = Array.from({ length: 7 }, () => slow());
  const sweeps: Sweeps = Object.fromEntries(all.map((one, index) => [`s${index}`, one.look]));
  const sweeper = startSweeper(sweeps, log, SOON);
  const begun = () => all.filter((one) => one.look.mock.calls.length > 0).length;
  await untilSo(() => begun() >= 4);
  expect(begun()).toBe(4);
  all[1]!.letGo();
  await untilSo(() => begun() >= 5);
  expect(begun()).toBe(5);
  for (const one of all) one.letGo();
  await untilSo(() => begun() === 7);
  await sweeper.stop();
});

test('asked to look now, it looks after that, also where it was looking already', async () => {
  const seen: number[] = [];
  let world = 0;
  let letGo: () => void = () => {};
  const sweeper = startSweeper(
    {
      world: async () => {
        seen.push(world);
        if (seen.length === 1)
          await new Promise<void>((resolve) => {
            letGo = resolve;
          });
        return 0;
      },
    },
    log,
    { everyMs: 60_000, isAtOnce: true },
  );
  await untilSo(() => seen.length === 1);
  world = 1;
  const both = Promise.all([sweeper.now(), sweeper.now()]);
  letGo();
  await both;
  expect(seen).toEqual([0, 1]);
  await sweeper.stop();
});

test('told not to look at once, it looks when asked, and by itself after a while', async () => {
  const quick = vi.fn(async () => 0);
  const asked = startSweeper({ quick }, log, { everyMs: 60_000, isAtOnce: false });
  expect(quick).not.toHaveBeenCalled();
  await asked.now();
  expect(quick).toHaveBeenCalledTimes(1);
  await asked.stop();
  const alone = startSweeper({ quick }, log, { everyMs: 5, isAtOnce: false });
  await untilSo(() => quick.mock.calls.length > 2);
  await alone.stop();
});
