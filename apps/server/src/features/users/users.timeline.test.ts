import type {
  AnswerOf,
  listAudit,
  listUserTimeline,
  PersonalData,
  Problem,
  StaffRole,
} from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { STAFF_STEP_UP: 'on' } });
});
afterAll(() => server.stop());

test('a repayment received in the second it began is told as begun first', async () => {
  const asha = await somebody(server).ready();
  const { id: cardId } = await asha.addCard();
  const { id } = await asha.pay(cardId, 300_000);
  await asha.untilBill(id, 'paid');
  await asha.repay(id, 100_000);
  const userId = await idOf(asha);
  // A bank says the second; the instant of the start is finer, and therefore later.
  await server.sql.query(
    `update repayments set received_at = date_trunc('second', created_at) where user_id = $1`,
    [userId],
  );
  const staff = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
  const read = (query: string) =>
    staff.ok<AnswerOf<typeof listUserTimeline>>(
      'GET',
      `/admin/users/${userId}/timeline?kind=repayment${query}`,
    );
  const { items } = await read('');
  expect(items.map(({ code }) => code)).toEqual(['succeeded', 'started']);
  // Page by page it is the same.
  const first = await read('&limit=1');
  const next = await read(`&limit=1&cursor=${first.nextCursor}`);
  expect([...first.items, ...next.items]).toEqual(items);
});

const colleague = (role: StaffRole) =>
  somebody(server)
    .signUp()
    .then((person) => promote(server, person, { roles: [role] }));

test('LEND-24: what staff did is told to risk and administrators alone, and to no member about themselves', async () => {
  const [support, finance, risk, admin] = [
    await colleague('support'),
    await colleague('finance'),
    await colleague('risk'),
    await colleague('admin'),
  ];
  const suspectId = await idOf(risk);
  const reveal = { field: 'email', reason: 'Looked into a hint' };
  await admin.ok('POST', `/admin/users/${suspectId}/reveal`, reveal);
  const told = async (person: Person, query = '') => {
    const { items } = await person.ok<AnswerOf<typeof listUserTimeline>>(
      'GET',
      `/admin/users/${suspectId}/timeline?limit=100${query}`,
    );
    return items.filter(({ kind }) => kind === 'staff').map(({ text }) => text);
  };
  expect([await told(support), await told(finance, '&kind=staff')]).toEqual([[], []]);
  expect([await told(risk), await told(risk, '&kind=staff')]).toEqual([[], []]);
  expect(await told(admin)).toEqual([reveal.reason]);
  expect(await told(await colleague('risk'))).toEqual([reveal.reason]);
});

test('LEND-24: given a member under suspicion, then no log, note or timeline tells them what colleagues did about them', async () => {
  const [suspect, admin] = [await colleague('risk'), await colleague('admin')];
  const suspectId = await idOf(suspect);
  await admin.ok('POST', `/admin/users/${suspectId}/notes`, { text: 'A friend of theirs was paid' });
  const { rows } = await server.sql.query<{ id: string }>(
    `insert into approvals (id, kind, object_id, subject_id, payload, reason, proposed_by, proposer_roles, proposed_at, expires_at,
       status, decided_by, decided_at)
     select gen_random_uuid(), 'credit_limit', $1, $1, '{}', 'Looked into', $2, '{admin}', $3, $3, 'rejected', $4, $3 returning id`,
    [suspectId, await idOf(admin), new Date(server.now()), await idOf(await colleague('risk'))],
  );
  const seenBy = async (reader: Person) => {
    const log = (query: string) =>
      reader.ok<AnswerOf<typeof listAudit>>('GET', `/admin/audit?limit=100&${query}`);
    const life = await reader.ok<AnswerOf<typeof listUserTimeline>>(
      'GET',
      `/admin/users/${suspectId}/timeline?limit=100`,
    );
    const notes = await reader.call<Problem>('GET', `/admin/users/${suspectId}/notes`);
    const sheet = await reader.call<string>('GET', `/admin/audit/export?subjectId=${suspectId}`);
    const all = await log('');
    return {
      life: [...new Set(life.items.map(({ kind }) => kind))].filter((kind) => kind !== 'sign_in').toSorted(),
      notes: notes.body.code ?? notes.status,
      isInLog: (await log(`subjectId=${suspectId}`)).items.length > 0,
      isInSheet: sheet.body.includes(suspectId),
      // Also a colleague who looked for them in the log.
      isLookedFor: all.items.some(
        (one) => one.actor?.name !== null && JSON.stringify(one.details).includes(suspectId),
      ),
    };
  };
  await admin.ok('GET', `/admin/audit?subjectId=${suspectId}`);
  await admin.ok('GET', `/admin/audit?objectId=${suspectId}`);
  await admin.ok('GET', `/admin/support/messages?userId=${suspectId}`);
  expect(rows).toHaveLength(1);
  expect(await seenBy(suspect)).toEqual({
    life: [],
    notes: 'own_account',
    isInLog: false,
    isInSheet: false,
    isLookedFor: false,
  });
  expect(await seenBy(admin)).toEqual({
    life: ['approval', 'note'],
    notes: 200,
    isInLog: true,
    isInSheet: true,
    isLookedFor: true,
  });
});

test('LEND-24: given a member under suspicion, then the copy of their data leaves out what colleagues wrote about them', async () => {
  const [suspect, admin] = [await colleague('support'), await colleague('admin')];
  const suspectId = await idOf(suspect);
  await admin.ok('POST', `/admin/users/${suspectId}/notes`, { text: 'A friend of theirs was paid' });
  await server.sql.query(
    `insert into account_blocks (user_id, reason, blocked_by, blocked_at) values ($1, 'A hint came', $2, $3)`,
    [suspectId, await idOf(admin), new Date(server.now())],
  );
  const copyOf = async () => {
    const data = await suspect.ok<PersonalData>('GET', '/me/export');
    return {
      sections: data.sections.map(({ name }) => name).filter((name) => /notes|blocks/.test(name)),
      isWarned: /A friend of theirs|A hint came/.test(JSON.stringify(data)),
      leftOut: data.leftOut.filter(({ why }) => why.includes('you are a member of our team')).length,
    };
  };
  expect(await copyOf()).toEqual({ sections: [], isWarned: false, leftOut: 2 });
  // Once they are staff no more, it is the copy of any customer.
  await promote(server, suspect, { isStaff: false, roles: [] });
  expect(await copyOf()).toEqual({
    sections: ['user_notes', 'account_blocks'],
    isWarned: true,
    leftOut: 0,
  });
});
