import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, openFleet } from '../../../scripts/rehearse/fleet.ts';
import { checkRefusals, takeAway } from '../../../scripts/rehearse/outage.ts';
import { outOfConnections, READ_ONLY } from '../../../scripts/rehearse/outage/trouble.ts';
import { type Load, startPaying } from '../../../scripts/rehearse/payers.ts';
import { proveCleanBooks, proveTruth, settleAll } from '../../../scripts/rehearse/proof.ts';
import type { Check } from '../../../scripts/rehearse/rehearsal.ts';
import { restartAll } from '../../../scripts/rehearse/rolling.ts';

// The rehearsals `rolling` and `outage`, each once and one after the other on the same installation, behind a balancer that repeats
// nothing. The commands are longer, and time what these leave out.
const PEOPLE = 2;
const SECONDS_AWAY = 1;

let fleet: Fleet;
let load: Load;
beforeAll(async () => {
  fleet = await openFleet({ isDurable: false, say: () => {} });
  load = await startPaying(fleet, PEOPLE);
});
afterAll(() => fleet.close());

function expectGood(checks: readonly Check[]): void {
  expect(checks.filter(({ isGood }) => !isGood)).toEqual([]);
}

test('under load, when two API and two worker processes restart, no request fails', async () => {
  expectGood(await restartAll(fleet, load, 1, () => {}));
});

test('under load, when the database stops and comes back, all four processes serve again', async () => {
  const { tookMs, counts } = await takeAway(fleet, load, SECONDS_AWAY);
  expect(tookMs).not.toBe(Infinity);
  expectGood(checkRefusals(fleet, [counts]));
});

test.each([READ_ONLY, outOfConnections()])(
  'under load, when the database is $what, callers are told busy and all four processes serve again',
  async (trouble) => {
    const { tookMs, counts, readiness } = await takeAway(fleet, load, SECONDS_AWAY, trouble);
    expect(readiness).toBe(503);
    expect(tookMs).not.toBe(Infinity);
    expectGood(checkRefusals(fleet, [counts]));
  },
);

test('after restarts and outages, each acknowledged payment is paid once, books clean', async () => {
  const promised = await load.stop();
  const rows = await settleAll(fleet);
  expectGood([...(await proveTruth(fleet, promised, rows)), await proveCleanBooks(fleet)]);
});
