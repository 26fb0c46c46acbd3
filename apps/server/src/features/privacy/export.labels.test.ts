import type { PersonalData } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELD_TABLES } from '#features/all.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { somebody } from '#test/steps.ts';
import { labelOf } from './export.labels.ts';
import { fieldOf, isMark } from './export.rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Words that Hindi writes in Latin letters too. */
const SAME_IN_BOTH = new Set(['PAN', 'IFSC', 'CGST', 'SGST', 'IGST', 'APR, %']);
const lacksHindi = (name: string) => {
  const label = labelOf([name], 'hi');
  return !/\p{Script=Devanagari}/u.test(label) && !SAME_IN_BOTH.has(label);
};

test('given every column that a copy shows, then each has a label in Hindi', async () => {
  const { rows } = await server.sql.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public'`,
  );
  const columns = Map.groupBy(rows, ({ table }) => table);
  const shown = HELD_TABLES.filter(({ leftOut }) => !leftOut).flatMap(({ table, opened = [] }) =>
    (columns.get(table) ?? [])
      // The PDF leaves internal numbers out.
      .filter(({ column, type }) => !isMark(column) && type !== 'uuid')
      .filter(({ column, type }) => opened.includes(column) || type !== 'bytea')
      .map(({ column }) => fieldOf(column)),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect([...new Set(shown)].filter(lacksHindi)).toEqual([]);
});

test('given a person who paid and repaid, then every name within their copy has a label in Hindi', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { id } = await person.pay(card.id, 300_000, 3);
  await person.untilBill(id, 'paid');
  await person.repay(id, 10_000);
  const { sections } = await person.ok<PersonalData>('GET', '/me/export');
  const names = new Set<string>();
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!/^\d+$|^id$|Id$/.test(name)) names.add(name);
      look(inner);
    }
  };
  for (const { items } of sections) look(items);
  expect([...names].filter(lacksHindi)).toEqual([]);
});
