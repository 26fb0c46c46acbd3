import { expect, it } from 'vitest';
import { createTokenSource } from './token.ts';

const START = Date.parse('2026-04-01T00:00:00Z');

function aSource() {
  const state = { now: START, issued: 0 };
  const source = createTokenSource(
    async () => {
      state.issued += 1;
      return { token: `token-${state.issued}`, expiresInSeconds: 600 };
    },
    () => new Date(state.now),
  );
  return { state, source };
}

it('keeps a token for 80 % of its life and then takes a new one', async () => {
  const { state, source } = aSource();
  await source.current();
  state.now = START + 479_999;
  expect(await source.current()).toBe('token-1');
  state.now = START + 480_000;
  expect(await source.current()).toBe('token-2');
});

it('asks once for everybody who needs a token at the same moment', async () => {
  const { state, source } = aSource();
  const tokens = await Promise.all([source.current(), source.current(), source.current()]);
  expect(new Set(tokens).size).toBe(1);
  expect(state.issued).toBe(1);
});

it('forgets a refused token, but not the newer one that another call already fetched', async () => {
  const { state, source } = aSource();
  const first = await source.current();
  source.forget(first);
  const second = await source.current();
  source.forget(first);
  expect(await source.current()).toBe(second);
  expect(state.issued).toBe(2);
});

it('tries again after a failed renewal', async () => {
  let calls = 0;
  const source = createTokenSource(
    async () => {
      calls += 1;
      if (calls === 1) throw new Error('down');
      return { token: 'late', expiresInSeconds: 600 };
    },
    () => new Date(START),
  );
  await expect(source.current()).rejects.toThrow('down');
  expect(await source.current()).toBe('late');
});
