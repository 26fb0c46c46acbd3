import { expect, test } from 'vitest';
import { statementName } from '../db/transactions.ts';
import { isAbout, isOnTrail, noteSpan, openTrail, type Trail, withSpan } from './trail.ts';

/** Runs work on a trail to its end; answers what was delivered. */
async function follow(work: () => Promise<unknown>): Promise<Trail> {
  const delivered: Trail[] = [];
  const trail = openTrail({ name: 'job', kind: 'consumer' }, (one) => delivered.push(one));
  await new Promise<void>((resolve) => {
    trail.enter(() => void work().then(() => resolve()));
  });
  trail.end({});
  return delivered[0]!;
}

test('given no trail, when work is wrapped, it runs and nothing is kept', async () => {
  expect(await withSpan('work', 'internal', async () => isOnTrail())).toBe(false);
});

test('given two pieces beside each other, each keeps its own parts', async () => {
  const { root } = await follow(() =>
    Promise.all(
      ['a', 'b'].map((name) =>
        withSpan(name, 'internal', async () => {
          await Promise.resolve();
          noteSpan(`call of ${name}`, 'client', 5);
        }),
      ),
    ),
  );
  expect(root.parts.map(({ name, parts }) => [name, parts.map((part) => part.name)])).toEqual([
    ['a', ['call of a']],
    ['b', ['call of b']],
  ]);
});

test('given a piece that fails, its span has the name of the error and nothing else', async () => {
  const { root } = await follow(() =>
    withSpan('work', 'client', () => Promise.reject(new TypeError('a name'))).catch(() => {}),
  );
  expect(root.parts[0]?.error).toBe('TypeError');
});

test('given two words on what it is about, a trail keeps the first', async () => {
  const { subject, isFirst } = await follow(async () => {
    isAbout('one', { isFirst: true });
    isAbout('two');
  });
  expect([subject, isFirst]).toEqual(['one', true]);
});

test('given more than 500 pieces, a trail keeps 500 and counts the others', async () => {
  const { root } = await follow(async () => {
    for (let i = 0; i < 510; i += 1) noteSpan('look', 'client', 1);
  });
  expect(root.parts).toHaveLength(500);
  expect(root.facts).toEqual({ 'parts.lost': 10 });
});

test.each([
  ['select payment_paid($1, $2) as done', 'select payment_paid'],
  ['select outcome from accept_quote($1)', 'select accept_quote'],
  ['select "id" from "payments" where "id" = $1', 'select payments'],
  ['insert into notifications (a) values ($1)', 'insert notifications'],
  ['update credit_accounts set a = 1', 'update credit_accounts'],
  ["select 'person@example.in'", 'select'],
])('given the statement %s, its name in a trace is %s', (text, name) => {
  expect(statementName(text)).toBe(name);
});
