import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addDays, businessDate } from '@mohlat/money';
import { afterAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';

const BEGAN = businessDate('2026-02-01');
const DUE = addDays(BEGAN, 30);
/** The close of the first brings the late charge of the next morning; one that is not taken then comes with the next close. */
const DOWN = [3, 4, 5].map((days) => addDays(DUE, days));
let lab: Lab;
afterAll(() => lab.close());

/** Calls the command with words, as an operator does; answers its exit code. */
async function eod(words: readonly string[]): Promise<number | null> {
  const script = join(import.meta.dirname, '../../../../../scripts/eod.ts');
  const env = { ...process.env, DATABASE_URL: lab.url, SANDBOX: 'off' };
  const child = spawn(process.execPath, [script, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

test('LEND-L3: given several days at whose end nothing could be repaid, when one command names them, then none brings a late charge', async () => {
  lab = await openLab();
  await lab.lend('down l', { billPaise: 1_500_000, instalments: 1, disbursedOn: BEGAN });
  lab.set(noonOf(addDays(DUE, 6)));
  const options = DOWN.flatMap((day) => ['--channels-down', day]);
  expect(await eod(['--date', addDays(DUE, 5), ...options])).toBe(0);
  const { rows } = await lab.owner.query('select day_on as on from channel_outages order by 1');
  expect(rows).toEqual(DOWN.map((on) => ({ on })));
  const charges = await lab.owner.query(
    "select levied_on::text as on from charges where kind = 'penal' and reversed_on is null",
  );
  expect(charges.rows).toEqual([]);
});
