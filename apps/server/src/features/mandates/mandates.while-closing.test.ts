import { afterAll, beforeAll, expect, test } from 'vitest';
import { writtenAfterClose } from '#test/facts-of-a-close.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';
import { savePresentation } from './mandates.work.repo.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('LEND-C5: given a close under way, when a debit is written, then it waits', async () => {
  const isWritten = await writtenAfterClose(lab, 'a debit', (tx, { userId }) => {
    const ids = { userId, presentationId: idOf('no debit') };
    return savePresentation(tx, ids, ['planned'], 'announced', { nextLookAt: null });
  });
  expect(isWritten).toBe(true);
});
