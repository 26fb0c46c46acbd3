import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';

let world: SandboxWorld;

beforeAll(async () => {
  world = await openSandbox();
});
afterAll(() => world.close());

const lookup = (code: string) => world.providers.ifsc.lookup(code);

it('names bank and branch, and remembers them for 30 days', async () => {
  expect(await lookup('abcd0123456')).toMatchObject({
    found: true,
    branch: 'Jayanagar',
    hasUpi: true,
    source: 'live',
  });
  expect(await lookup('ABCD0123456')).toMatchObject({ branch: 'Jayanagar', source: 'cache' });
  await world.advance('P31D');
  expect(await lookup('ABCD0123456')).toMatchObject({ source: 'live' });
});

it('says when a branch does not exist or a code has the wrong shape', async () => {
  expect(await lookup('SBXX0000404')).toEqual({ found: false });
  expect(await lookup('HDFC1000001')).toEqual({ found: false });
  // The providers' own test branch has no zero there.
  expect(await lookup('DCBA6543210')).toMatchObject({ found: true, source: 'live' });
  const asked = world.calls.length;
  expect(await lookup('../../etc')).toEqual({ found: false });
  expect(world.calls).toHaveLength(asked);
});

it('goes by the prefix when the service fails or is silent, and asks only once', async () => {
  const asked = world.calls.length;
  expect(await lookup('SBXX0000500')).toMatchObject({
    found: true,
    bank: 'SBXX',
    branch: '',
    source: 'offline',
  });
  expect(await lookup('SBXX0000408')).toMatchObject({ source: 'offline' });
  expect(world.calls.length - asked).toBe(2);
  await world.fault({ provider: 'ifsc', op: 'lookup', fault: { http: 503 } });
  expect(await lookup('HDFC0000001')).toMatchObject({ bank: 'HDFC Bank', hasImps: null, source: 'offline' });
  await world.fault({ provider: 'ifsc', op: 'lookup', fault: { http: 503 } });
  expect(await lookup('HDFC1000001')).toEqual({ found: false });
});

it('prefers what it knew to the prefix when a fresh answer cannot be had', async () => {
  await lookup('ICIC0000002');
  await world.advance('P31D');
  await world.fault({ provider: 'ifsc', op: 'lookup', fault: { malformed: 'html' } });
  expect(await lookup('ICIC0000002')).toMatchObject({ bank: 'ICICI Bank', source: 'cache' });
});
