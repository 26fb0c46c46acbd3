import type { AnswerOf, Problem, sendRepayLink, SharedInstalment, shareInstalment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, somebody } from '#test/steps.ts';
import { asVisitor } from './repay-links.testing.ts';

/** Links of people who cannot log in, because staff have blocked their account. */
let server: TestServer;
let risk: Person;
let support: Person;
const { aLoan, expectCollectionsAgree, payOrder } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
  risk = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
  support = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
});
afterAll(() => server.stop());
afterEach(async () => {
  await expectCollectionsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const share = ({ person, id }: Loan) =>
  person.ok<AnswerOf<typeof shareInstalment>>('POST', `/payments/${id}/repay-links`);

const stranger = <T>(method: 'GET' | 'POST', token: string, path?: string, body?: object) =>
  asVisitor<T>(server, method, token, path, body);
const look = (token: string) => stranger<SharedInstalment>('GET', token);

async function pay(token: string) {
  const { orderId } = (await stranger<{ orderId: string }>('POST', token, '/order')).body;
  const { paymentId, signature } = await payOrder(orderId, 'success@razorpay');
  return stranger<SharedInstalment>('POST', token, '/confirm', { paymentId, signature });
}

const block = async ({ person }: Loan, isFraud = false) =>
  risk.ok('POST', `/admin/users/${await idOf(person)}/block`, { reason: 'Phone was stolen', isFraud });
const send = (loan: Pick<Loan, 'id'>, by = support) =>
  by.call<AnswerOf<typeof sendRepayLink> & Problem>('POST', `/admin/payments/${loan.id}/repay-links`);

/** The text of the newest mail or SMS to an address that leads to the page of a link. */
const linkTo = (to: string) =>
  until(async () => {
    const sent = await server.control<{ text: string }[]>('GET', `/outbox?to=${encodeURIComponent(to)}`);
    return sent.map(({ text }) => /\/repay#([\w-]{43})/.exec(text)?.[1]).findLast(Boolean);
  });

describe('LEND-14: a person who is blocked still repays', () => {
  test('given a block other than for fraud, then a link that is out shows its instalment and takes money', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    await block(loan);
    expect((await look(token)).body.state).toBe('open');
    expect((await pay(token)).body.state).toBe('paid');
  });

  test('given a block for fraud, then a link shows nothing and opens nothing, until it is lifted', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    await block(loan, true);
    expect([(await look(token)).status, (await stranger('POST', token, '/order')).status]).toEqual([
      404, 404,
    ]);
    const refused = await send(loan);
    expect([refused.status, refused.body.code]).toEqual([409, 'blocked_for_fraud']);
    const { approvalId } = await risk.ok<{ approvalId: string }>(
      'POST',
      `/admin/users/${await subjectOf(loan)}/unblock`,
      { reason: 'It was a mistake' },
    );
    const second = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
    await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
    expect((await look(token)).status).toBe(200);
  });

  test('when support sends a link, then it goes to the proven address alone, and pays the next instalment', async () => {
    const loan = await aLoan(900_000, 3);
    const { nextDue } = await loan.person.payment(loan.id);
    const earlier = await share(loan);
    await block(loan);
    const sent = await send(loan);
    expect(sent).toMatchObject({
      status: 200,
      body: { amountPaise: nextDue!.amountPaise, dueDate: nextDue!.dueDate, sentBy: ['email'] },
    });
    const token = await linkTo(loan.person.email);
    expect(JSON.stringify(sent.body)).not.toContain(token);
    expect((await look(earlier.token)).status).toBe(404);
    expect((await pay(token)).body).toMatchObject({ state: 'paid', amountPaise: nextDue!.amountPaise });
    const { rows } = await server.sql.query(
      `select actor_id, subject_id, details - '{linkId,roles}'::text[] as details from audit_log where action = 'payment.link_sent' and object_id = $1`,
      [loan.id],
    );
    const [userId, staffId] = [await subjectOf(loan), await idOf(support)];
    expect(rows).toEqual([{ actor_id: staffId, subject_id: userId, details: { sentBy: ['email'] } }]);
    const { rows: lines } = await server.sql.query<{ text: string }>(
      'select n::text as text from notifications n where user_id = $1',
      [userId],
    );
    expect(lines.map(({ text }) => text).join()).not.toContain(token);
    expect(server.logText()).not.toContain(token);
  });
});

const subjectOf = async ({ id }: Loan) => {
  const { rows } = await server.sql.query<{ id: string }>(
    'select user_id as id from payments where id = $1',
    [id],
  );
  return rows[0]!.id;
};

describe('a link that staff do not send', () => {
  test('is refused for what was never there, for what is paid and for roles without the desk', async () => {
    const loan = await aLoan(900_000);
    await loan.person.repay(loan.id, loan.owed);
    const unknown = await send({ id: '00000000-0000-7000-8000-000000000000' });
    const paid = await send(loan);
    const byRisk = await send(loan, risk);
    expect([unknown.body.code, paid.body.code, byRisk.body.code]).toEqual([
      'not_found',
      'payment_not_payable',
      'role_required',
    ]);
  });

  test('given a person without a proven address, then none is made and the older one stands', async () => {
    const loan = await aLoan(900_000, 3);
    const { token } = await share(loan);
    await server.sql.query('update auth.users set email_confirmed_at = null where id = $1', [
      await subjectOf(loan),
    ]);
    expect((await send(loan)).body.code).toBe('no_proven_address');
    expect((await look(token)).status).toBe(200);
  });

  test('is refused once the two of a day are used up, until a day later', async () => {
    const loan = await aLoan(900_000, 3);
    const counted = (count: string) =>
      server.sql.query(
        `update call_counters set count = ${count}, window_start = window_start - interval '2 hours' where kind = 'sent_repay_link'`,
      );
    // In a trial the bounds are twenty times as high.
    await send(loan);
    await counted('39');
    await advance(server, 'PT3M');
    expect((await send(loan)).status).toBe(200);
    await counted('count');
    await advance(server, 'PT3M');
    const refused = await send(loan);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  });
});
