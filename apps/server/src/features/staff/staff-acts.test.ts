import type { ApprovalItem, Problem, StaffRole } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { signInAgain, somebody } from '#test/steps.ts';

const MOBILE = '9812345678';
/** In a trial installation twenty times what an hour allows. */
const REVEALS_MAX = 600;

let server: TestServer;
let asha: Person;
let ashaId: string;
let support: Person;
let risk: Person;

const idOf = async (person: Person) => (await person.ok<{ id: string }>('GET', '/me')).id;
const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];

async function colleague(name: string, role: StaffRole): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.ok('PATCH', '/me/profile', { name });
  return promote(server, person, { roles: [role] });
}

beforeAll(async () => {
  server = await startTestServer();
  asha = await (await somebody(server).signUp()).onboard();
  ashaId = await idOf(asha);
  await server.sql.query('update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
    ashaId,
    `91${MOBILE}`,
  ]);
  support = await colleague('Meera Support', 'support');
  risk = await colleague('Ravi Risk', 'risk');
});
afterAll(() => server.stop());

describe('LEND-24: what staff open of a person', () => {
  const reveal = (by: Person, id = ashaId) =>
    by.call<{ value: string }>('POST', `/admin/users/${id}/reveal`, {
      field: 'email',
      reason: 'Asked on the phone',
    });
  const refusals = async (subjectId: string) => {
    const { rows } = await server.sql.query<{ details: object; reason: string }>(
      "select details - 'roles' as details, reason from audit_log where action = 'user.reveal_refused' and subject_id = $1 order by seq",
      [subjectId],
    );
    return rows;
  };

  test('is bound for each of them and hour, and the log keeps what was refused', async () => {
    expect((await reveal(support)).body.value).toBe(asha.email);
    const supportId = await idOf(support);
    const set = (sql: string) =>
      server.sql.query(`update call_counters set ${sql} where user_id = $1 and kind = 'reveal'`, [supportId]);
    await set(`count = ${REVEALS_MAX}, window_start = window_start - interval '20 minutes'`);
    const refused = await reveal(support);
    expect(said(refused)).toEqual([429, 'reveals_used_up']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(40 * 60);
    expect(JSON.stringify(refused.body)).not.toContain(asha.email);
    expect(await refusals(ashaId)).toEqual([
      { details: { field: 'email', refusal: 'reveals_used_up' }, reason: 'Asked on the phone' },
    ]);
    expect((await reveal(risk)).status).toBe(200);
    await set("window_start = now() - interval '2 hours'");
    expect((await reveal(support)).status).toBe(200);
  });

  test('is never of their own account, and the log keeps that they tried', async () => {
    const supportId = await idOf(support);
    expect(said(await reveal(support, supportId))).toEqual([403, 'own_account']);
    expect(await refusals(supportId)).toMatchObject([{ details: { refusal: 'own_account' } }]);
  });
});

describe('LEND-24: whose account staff block', () => {
  interface Message {
    readonly channel: string;
    readonly subject: string | null;
    readonly text: string;
  }
  /** Waits for a message to an address of theirs that says these words. */
  const sent = (to: string, words: string) =>
    until(async () => {
      const all = await server.control<Message[]>('GET', `/outbox?to=${encodeURIComponent(to)}`);
      return all.find(({ subject, text }) => `${subject ?? ''} ${text}`.includes(words));
    });
  const told = async (mailWords: string, smsWords: string) => {
    const [mail, sms] = [await sent(asha.email, mailWords), await sent(`91${MOBILE}`, smsWords)];
    return { mail: mail.text, sms: sms.text };
  };
  const block = () => support.ok('POST', `/admin/users/${ashaId}/block`, { reason: 'Phone was stolen' });
  const lift = async () => {
    const { approvalId } = await support.ok<{ approvalId: string }>(
      'POST',
      `/admin/users/${ashaId}/unblock`,
      {
        reason: 'New phone, identity shown',
      },
    );
    await risk.ok<ApprovalItem>('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
  };
  const GRIEVANCE = 'grievance@mohlat.example';

  test('is told by mail and SMS, with whom to complain to, whatever they refuse to be told', async () => {
    await asha.ok('PUT', '/me/preferences', { channels: { email: false, sms: false, inApp: false } });
    await block();
    const blocked = await told('Your Mohlat account is blocked', 'our team blocked your account');
    expect(blocked.mail).toContain(GRIEVANCE);
    expect(blocked.mail).toContain('What you owe stays owed');
    expect(blocked.sms).toContain(GRIEVANCE);
    expect(JSON.stringify(blocked)).not.toContain('Phone was stolen');
    await lift();
    const open = await told('Your Mohlat account is open again', 'the block on your account is lifted');
    expect(open.mail).toContain(GRIEVANCE);
    expect(open.sms).toContain(GRIEVANCE);
  });

  test('is told in Hindi where that is what they read', async () => {
    await signInAgain(asha);
    await asha.ok('PUT', '/me/preferences', { language: 'hi' });
    await block();
    const blocked = await told('आपका Mohlat खाता रोक दिया गया है', 'हमारी टीम ने आपका खाता रोक दिया है');
    expect(blocked.mail).toContain(GRIEVANCE);
    await lift();
    const open = await told('आपका Mohlat खाता फिर खुल गया है', 'आपके खाते पर लगी रोक हटा दी गई है');
    expect(open.sms).toContain(GRIEVANCE);
  });
});
