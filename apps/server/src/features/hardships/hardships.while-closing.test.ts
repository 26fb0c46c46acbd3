import { afterAll, beforeAll, expect, test } from 'vitest';
import { writtenAfterClose } from '#test/facts-of-a-close.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { lockTelling } from './hardships.repo.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('LEND-C5: given a close under way, when a hardship is written, then it waits', async () => {
  const isWritten = await writtenAfterClose(lab, 'a hardship', (tx, { userId, loanId }) =>
    lockTelling(tx, userId, loanId),
  );
  expect(isWritten).toBe(true);
});
