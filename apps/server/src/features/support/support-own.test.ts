import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const ME = idOf('me');
const STAFF = idOf('staff');
/** Ids follow the letters of their names. */
const id = (name: string) => `00000000-0000-7000-8000-0000000000${name.charCodeAt(0).toString(16)}`;
const at = (second: number, micros = 0) =>
  `2027-01-15 06:30:${String(second).padStart(2, '0')}.${String(micros).padStart(6, '0')}+00`;

/** Requests by name: the owner of each, how it stands, and when it changed last. */
const REQUESTS = {
  a: [ME, 'open', at(10)],
  b: [ME, 'answered', at(20, 600)],
  c: [ME, 'closed', at(20, 600)],
  d: [idOf('another person'), 'answered', at(20, 900)],
  e: [ME, 'answered', at(20, 200)],
} as const;
/** Lines under requests: the request, who of the staff wrote it, and when. */
const LINES = {
  m: ['b', STAFF, at(2)],
  n: ['b', STAFF, at(1)],
  o: ['b', null, at(3)],
  p: ['d', STAFF, at(4)],
  q: ['b', null, at(2)],
} as const;

async function layDesk(client: pg.PoolClient): Promise<void> {
  const sealed = Buffer.from('sealed');
  for (const [name, [user_id, status, updated_at]] of Object.entries(REQUESTS)) {
    await lay(client, 'support_requests', { user_id, id: id(name), created_at: at(0), seen_at: at(5) });
    const texts = {
      email_sealed: sealed,
      message_sealed: sealed,
      name_sealed: sealed,
      subject_sealed: sealed,
    };
    const assigned_to = name === 'b' ? STAFF : null;
    const message = { id: id(name), ticket: `T-${name}`, status, updated_at, created_at: at(0), assigned_to };
    await lay(client, 'support_messages', { ...message, ...texts });
  }
  for (const [name, [request, written_by, when]] of Object.entries(LINES))
    await lay(client, 'support_replies', {
      id: id(name),
      message_id: id(request),
      text_sealed: sealed,
      written_by,
      at: when,
    });
  await client.query("select set_config('app.user_id', $1, true)", [ME]);
}

const list = async (
  client: pg.PoolClient,
  name: string | null,
  before: Date | null,
  beforeName: string | null,
  limit = 9,
) =>
  (
    await client.query<{ said: string }>(
      `select concat_ws(' ', right(ticket, 1), 'at ' || extract(second from answered_at)::integer) as said
       from support_own($1, $2, $3, $4)`,
      [name && id(name), before, beforeName && id(beforeName), limit],
    )
  ).rows.map(({ said }) => said);

test('given requests, then their person reads their own, the latest change first, with the last answer of staff', async () => {
  const pages = await amongLaid(lab, async (client) => {
    await layDesk(client);
    const cursor = new Date('2027-01-15T06:30:20.000Z');
    return {
      all: await list(client, null, null, null),
      first: await list(client, null, null, null, 2),
      // A cursor has milliseconds alone: the row that it names has the rest.
      next: await list(client, null, cursor, 'c'),
      last: await list(client, null, cursor, 'e'),
      gone: await list(client, null, cursor, 'x'),
      moved: await list(client, null, new Date('2027-01-15T06:30:10.000Z'), 'b'),
      theirs: await list(client, null, cursor, 'd'),
      named: await list(client, 'b', null, null),
      strange: await list(client, 'd', null, null),
    };
  });
  expect(pages).toEqual({
    all: ['c', 'b at 2', 'e', 'a'],
    first: ['c', 'b at 2'],
    next: ['b at 2', 'e', 'a'],
    last: ['a'],
    gone: ['a'],
    moved: ['a'],
    theirs: ['a'],
    named: ['b at 2'],
    strange: [],
  });
});

test('given a request, then its person reads its lines in order, and opens it again by another', async () => {
  const { lines, again, state } = await amongLaid(lab, async (client) => {
    await layDesk(client);
    const read = async (name: string) =>
      (
        await client.query<{ id: string; staff: boolean }>(
          'select id, is_staff as staff from support_own_lines($1)',
          [id(name)],
        )
      ).rows.map(
        (row) => `${Object.keys(LINES).find((one) => id(one) === row.id)}${row.staff ? ' by staff' : ''}`,
      );
    const told = [await read('b'), await read('d')];
    const written = [];
    for (const name of ['b', 'a', 'd'])
      written.push(
        (
          await client.query('select ticket, assigned_to as "to" from support_write_again($1, $2, $3, $4)', [
            id(name),
            idOf(`line ${name}`),
            Buffer.from('again'),
            at(40),
          ])
        ).rows,
      );
    const { rows } = await client.query<{ said: string }>(
      `select concat_ws(' ', right(ticket, 1), status, version, extract(second from updated_at)::integer,
         (select count(*) from support_replies r where r.message_id = m.id and r.at = '${at(40)}')) as said
       from support_messages m order by ticket`,
    );
    return { lines: told, again: written, state: rows.map(({ said }) => said) };
  });
  expect(lines).toEqual([['n by staff', 'm by staff', 'q', 'o'], []]);
  expect(again).toEqual([[{ ticket: 'T-b', to: STAFF }], [{ ticket: 'T-a', to: null }], []]);
  // One that was open keeps its place in the queue.
  expect(state).toEqual([
    'a open 2 10 1',
    'b open 2 40 1',
    'c closed 1 20 0',
    'd answered 1 20 0',
    'e answered 1 20 0',
  ]);
});
