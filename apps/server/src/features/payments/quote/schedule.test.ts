import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { listSchedule } from './schedule.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };

test('given more instalments than a page holds, when read page by page, each comes once in order', async () => {
  const { userId } = await lab.lend('pages first', TERMS);
  // The same days: payment and number tell the order.
  await lab.lend('pages second', TERMS);
  const read = (limit: number, cursor?: string) =>
    lab.worker.forUser(userId, (tx) =>
      listSchedule(tx, userId, lab.clock.today(), { limit, ...(cursor === undefined ? {} : { cursor }) }),
    );
  const whole = await read(500);
  expect([whole.items.length, whole.nextCursor]).toEqual([6, null]);
  const pages: (typeof whole.items)[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read(2, cursor);
    pages.push(page.items);
    cursor = page.nextCursor;
  }
  expect(pages.map((items) => items.length)).toEqual([2, 2, 2]);
  expect(pages.flat()).toEqual(whole.items);
});

test.each(['nonsense', Buffer.from('["2027-01-15","x",1]').toString('base64url')])(
  'given the cursor %s, when the schedule is read, then it is refused',
  async (cursor) => {
    const { userId } = await lab.lend(`odd ${cursor.length}`, TERMS);
    await expect(
      lab.worker.forUser(userId, (tx) => listSchedule(tx, userId, lab.clock.today(), { limit: 2, cursor })),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  },
);
