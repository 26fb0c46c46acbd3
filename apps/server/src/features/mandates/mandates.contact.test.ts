import type { Mandate, StartedMandate } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { untilSoon } from '#test/soon.ts';
import { collected, moveTo, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-14T06:30:00Z' });
});
afterAll(() => server.stop());

const MOBILE = '919812345699';

interface Sms {
  readonly otp: string | null;
}

/** Signs up by mobile alone: there is no e-mail address. */
async function byMobile(person: Person): Promise<Person> {
  const client = person.authClient();
  const sent = () => server.control<Sms[]>('GET', `/outbox/sms?to=${MOBILE}`);
  const { error } = await client.signInWithOtp({ phone: MOBILE });
  if (error) throw error;
  const sms = await until(async () => (await sent()).find(({ otp }) => otp !== null));
  const answer = await client.verifyOtp({ phone: MOBILE, token: sms.otp!, type: 'sms' });
  if (answer.error) throw answer.error;
  const session = answer.data.session!;
  person.token = session.access_token;
  person.refreshToken = session.refresh_token;
  return person;
}

test('autopay of a person without an e-mail address collects', async () => {
  const person = await byMobile(somebody(server));
  await person.onboard();
  await person.passKyc();
  await moveTo(server, '2027-01-15T06:00:00Z');
  await person.renew();
  await person.getLimit();
  const card = await person.addCard();
  const { id } = await person.pay(card.id, 900_000, 3);
  await person.untilBill(id, 'paid');
  const started = await person.ok<StartedMandate>('POST', '/mandates', { paymentId: id, kind: 'upi' });
  const { orderId } = started.checkout;
  await server.control('POST', '/act', { what: 'pay_order', orderId, with: 'ok@razorpay' });
  const mandate = async () => {
    const { items } = await person.ok<{ items: Mandate[] }>('GET', `/mandates?paymentId=${id}`);
    return items[0]!;
  };
  await untilSoon(server, async () => (await mandate()).status === 'active' || undefined);
  const stateOf = async () => {
    const { rows } = await server.sql.query<{ said: string }>(
      "select state || coalesce(' ' || reason, '') as said from presentations where loan_id = $1",
      [id],
    );
    return rows.map((row) => row.said);
  };
  await moveTo(server, '2027-02-13T04:31:00Z');
  await until(async () => (await stateOf()).includes('announced') || undefined);
  await moveTo(server, '2027-02-13T04:45:00Z');
  await moveTo(server, '2027-02-15T03:31:00Z');
  const ended = await until(async () => {
    const said = await stateOf();
    return said.some((one) => one.startsWith('paid') || one.startsWith('failed')) ? said : undefined;
  });
  expect(ended).toEqual(['paid']);
  expect((await collected(server)).filter((one) => one.amountPaise > 100)).toHaveLength(1);
});
