import type { AnswerOf, Problem, sendRepayLink } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, drained, moveTo, signInAgain, somebody } from '#test/steps.ts';

/** A link that staff send asks for money, so it is a contact. */
let server: TestServer;
let support: Person;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  support = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
});
afterAll(() => server.stop());

const send = (loan: Loan, body?: object) =>
  support.call<AnswerOf<typeof sendRepayLink> & Problem>(
    'POST',
    `/admin/payments/${loan.id}/repay-links`,
    body,
  );

async function contactsOf({ id }: Loan): Promise<{ kind: string; channels: string[] }[]> {
  const { rows } = await server.sql.query<{ kind: string; channels: string[] }>(
    `select split_part(step, '_', 1) as kind, channels from contacts where loan_id = $1 order by at`,
    [id],
  );
  return rows;
}

const asked = async ({ id }: Loan): Promise<unknown[]> => {
  const { rows } = await server.sql.query<{ asked: unknown }>(
    `select details->'isAskedFor' as asked from audit_log where action = 'payment.link_sent' and object_id = $1 order by seq`,
    [id],
  );
  return rows.map((row) => row.asked);
};

test('LEND-23: given two contacts today, when staff send a link, then it is sent where the person asked for it alone', async () => {
  const loan = await aLoan(900_000, 3);
  for (let times = 0; times < 2; times += 1) {
    expect((await send(loan)).status).toBe(200);
    await advance(server, 'PT3M');
  }
  const link = { kind: 'link', channels: ['email', 'app'] };
  expect(await contactsOf(loan)).toMatchObject([{ kind: 'link' }, { kind: 'link' }]);
  expect((await contactsOf(loan))[0]!.channels.toSorted()).toEqual(link.channels.toSorted());
  const refused = await send(loan);
  expect([refused.status, refused.body.code]).toEqual([409, 'contact_most']);
  expect((await send(loan, { isAskedFor: true })).status).toBe(200);
  expect(await asked(loan)).toEqual([null, null, true]);
  // It takes no contact of the day away from reminders.
  expect(await contactsOf(loan)).toHaveLength(2);
});

test('LEND-23: given a link that was sent, when the press comes again within a minute, then it is the one that was sent', async () => {
  const loan = await aLoan(900_000, 3);
  const first = await send(loan);
  expect(first.status).toBe(200);
  await advance(server, 'PT1M');
  const again = await send(loan);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await contactsOf(loan)).toHaveLength(1);
  expect(await asked(loan)).toHaveLength(1);
  await advance(server, 'PT2M');
  expect((await send(loan)).status).toBe(200);
  expect(await contactsOf(loan)).toHaveLength(2);
});

test('LEND-23: given a link whose messages came back, when the press comes again within a minute, then another is sent', async () => {
  const loan = await aLoan(900_000, 3);
  expect((await send(loan)).status).toBe(200);
  await drained();
  await server.sql.query(
    `update deliveries d set status = 'bounced' from repay_links l where l.payment_id = $1 and d.user_id = l.user_id and d.about_id = l.id`,
    [loan.id],
  );
  expect((await send(loan)).status).toBe(200);
  expect(await asked(loan)).toHaveLength(2);
});

test('LEND-23: given a link that the person asked for, when another is sent unasked within a minute, then it is a contact of its own', async () => {
  const loan = await aLoan(900_000, 3);
  const links = [{ isAskedFor: true }, undefined, undefined, { isAskedFor: true }, { isAskedFor: true }];
  for (const body of links) expect((await send(loan, body)).status).toBe(200);
  expect(await asked(loan)).toEqual([true, null, true]);
  expect(await contactsOf(loan)).toHaveLength(1);
});

test('LEND-23: given a hardship, when staff send a link, then it rests unless the person asked for it', async () => {
  const loan = await aLoan(900_000, 3);
  await server.sql.query(
    `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
     select user_id, new_id(), id, 'illness', $2, ist_date($2), ist_date($2) + 30 from payments where id = $1`,
    [loan.id, new Date(server.now())],
  );
  expect((await send(loan)).body.code).toBe('contact_rests');
  expect(await contactsOf(loan)).toEqual([]);
  expect((await send(loan, { isAskedFor: true })).status).toBe(200);
});

test('LEND-23: given the night in India, when staff send a link, then it waits unless the person asked for it', async () => {
  const loan = await aLoan(900_000, 3);
  const day = istDate(server.now());
  for (const [hour, status, code] of [
    ['19:00', 409, 'contact_hours'],
    ['08:00', 200, undefined],
  ] as const) {
    await moveTo(server, new Date(`${hour < '12' ? addDays(day, 1) : day}T${hour}:00+05:30`).toISOString());
    await promote(server, await signInAgain(support), { roles: ['support'] });
    const reply = await send(loan);
    expect([hour, reply.status, reply.body.code]).toEqual([hour, status, code]);
    expect((await send(loan, { isAskedFor: true })).status).toBe(200);
  }
  expect(await contactsOf(loan)).toMatchObject([{ kind: 'link' }]);
});
