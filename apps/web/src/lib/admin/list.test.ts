import { expect, test, vi } from 'vitest';
import { ProblemError } from '../problem.ts';
import { inTurn } from './list.ts';

function refusal(path: string): ProblemError {
  const problem = { type: '', title: '', status: 422, code: 'validation_failed', detail: '', requestId: 'r' };
  return new ProblemError({ ...problem, errors: [{ path, message: 'Unknown field' }] });
}

test('work that waits is asked for oldest first, other work as it comes', async () => {
  const read = vi.fn(async (order: object) => order);
  expect([await inTurn(true, read), await inTurn(false, read)]).toEqual([{ order: 'oldest' }, {}]);
});

test('given an older API that knows no order, then the work is asked for as it comes', async () => {
  const read = vi.fn(async (order: object) => {
    if ('order' in order) throw refusal('order');
    return 'queue';
  });
  expect(await inTurn(true, read)).toBe('queue');
});

test('given another refusal, then it is told and nothing is asked again', async () => {
  const read = vi.fn(async () => {
    throw refusal('kind');
  });
  await expect(inTurn(true, read)).rejects.toThrow(ProblemError);
  expect(read).toHaveBeenCalledTimes(1);
});
