import { isLasting } from '@mohlat/lending';
import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { lastsOn } from './hardship-days.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const FROM = businessDate('2027-02-15');
const DAYS = Array.from({ length: 12 }, (_, index) => addDays(FROM, index - 3));

test('LEND-23: given a hardship, when lists are asked about a day, then it lasts on the days of the rule', async () => {
  const untilOn = addDays(FROM, 5);
  const cases = [null, FROM, addDays(FROM, 2), untilOn].flatMap((endedOn) =>
    DAYS.map((day) => ({ fromOn: FROM, untilOn, endedOn, day })),
  );
  const { rows } = await lab.owner.query<{ lasts: boolean }>(
    `select ${lastsOn('h.day')} as lasts
     from unnest($1::date[], $2::date[], $3::date[], $4::date[]) with ordinality as h(from_on, until_on, ended_on, day, at)
     order by h.at`,
    [
      cases.map(({ fromOn }) => fromOn),
      cases.map((one) => one.untilOn),
      cases.map(({ endedOn }) => endedOn),
      cases.map(({ day }) => day),
    ],
  );
  expect(rows.map(({ lasts }) => lasts)).toEqual(cases.map(({ day, ...one }) => isLasting(one, day)));
});
