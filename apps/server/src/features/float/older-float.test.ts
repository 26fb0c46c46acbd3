import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { lookAtFloat } from './float.repo.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const MARKS = [0, 1, 10_000_000_000];
const AGES = {
  looked: [null, 0, 15 * SECOND, 15 * SECOND + 1, -SECOND],
  told: [null, HOUR, HOUR + 1],
  refused: [null, 15 * 60 * SECOND, 15 * 60 * SECOND - 1],
};
const CASES = MARKS.flatMap((mark) =>
  [true, false].flatMap((isShort) =>
    AGES.looked.flatMap((looked) =>
      AGES.told.flatMap((told) => AGES.refused.map((refused) => ({ mark, isShort, looked, told, refused }))),
    ),
  ),
);

test('PAY-23: given any state of the float, then a process of the version before writes what this one does', async () => {
  const on = businessDate('2027-01-15');
  const { loanId } = await lab.lend('float l', { billPaise: 1_500_000, instalments: 3, disbursedOn: on });
  const now = lab.clock.now();
  const ago = (ms: number | null) => (ms === null ? null : new Date(now.getTime() - ms));
  // So that the float is above one mark and below the other.
  await lab.worker.plain((tx) =>
    tx.call('select float_move($1, $2, $3, $4, $5)', ['top_up', 'T1', 5_000_000_000, on, now]),
  );
  await lab.owner.query('grant update on settings to mohlat_worker');
  const undone = new Error('undone');
  const written = async ({ mark, isShort, looked, told, refused }: (typeof CASES)[number], look: Look) => {
    let answer: unknown;
    const done = lab.worker.plain(async (tx) => {
      await tx.call(
        `update settings set content = content || jsonb_build_object('floatLowWaterPaise', $1::bigint)`,
        [mark],
      );
      await tx.call('update float_state set is_short = $1, since = $2, looked_at = $3, told_at = $4', [
        isShort,
        ago(2 * HOUR),
        ago(looked),
        ago(told),
      ]);
      if (refused !== null) {
        await tx.call("update payments set failure_reason = 'float_short', accepted_at = $2 where id = $1", [
          loanId,
          ago(HOUR),
        ]);
        await tx.call(
          "update payment_attempts set failure_code = 'float_short', finished_at = $2 where payment_id = $1",
          [loanId, ago(refused)],
        );
      }
      const tells = await look(tx, mark);
      answer = [tells, await tx.call('select * from float_state')];
      throw undone;
    });
    await expect(done).rejects.toBe(undone);
    return answer;
  };
  for (const one of CASES) {
    const ours = await written(one, (tx) => lookAtFloat(tx, now));
    const theirs = await written(one, async (tx, mark) => {
      const [row] = await tx.call<{ tells: boolean | null }>('select float_look($1, $2) as tells', [
        now,
        mark,
      ]);
      return row?.tells === true;
    });
    expect([one, ours]).toEqual([one, theirs]);
  }
});

type Look = (tx: Tx, mark: number) => Promise<boolean>;
