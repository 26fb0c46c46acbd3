import type { ApprovalItem, AuditEntry, ClosurePreview, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';
import { setStaffRoles } from '../../../../../scripts/staff.ts';

let server: TestServer;
let reader: Person;
beforeAll(async () => {
  server = await startTestServer();
  reader = await promote(server, await named('Lata Risk'), { roles: ['risk'] });
});
afterAll(() => server.stop());

async function named(name: string): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.ok('PATCH', '/me/profile', { name });
  return person;
}

/** As `npm run admin` does it, on a connection of its own. */
async function grant(person: Person, roles: readonly 'support'[], name?: string) {
  const client = await server.sql.connect();
  try {
    return await setStaffRoles(client, person.email, roles, name);
  } finally {
    client.release();
  }
}

const actsOf = async (actorId: string) =>
  (await reader.ok<{ items: AuditEntry[] }>('GET', `/admin/audit?actorId=${actorId}`)).items;
const namesIn = async (actorId: string) => [
  ...new Set((await actsOf(actorId)).map(({ actor }) => actor?.name)),
];

describe('LEND-24: the name under which a member of staff acts', () => {
  test('given a member who takes a colleague’s name, then the log, its sheet and the second person read the name of the grant', async () => {
    const [meera, asha] = [await named('Meera Support'), await named('Asha Rao')];
    await promote(server, meera, { roles: ['support'] });
    const [memberId, userId] = [await idOf(meera), await idOf(asha)];
    await meera.ok('POST', `/admin/users/${userId}/block`, { reason: 'Phone was stolen' });
    const { approvalId } = await meera.ok<{ approvalId: string }>('POST', `/admin/users/${userId}/unblock`, {
      reason: 'Phone was found',
    });
    await meera.ok('PATCH', '/me/profile', { name: 'Lata Risk' });
    expect(await namesIn(memberId)).toEqual(['Meera Support']);
    const sheet = await reader.call<string>('GET', `/admin/audit/export?actorId=${memberId}`);
    expect(sheet.body).toContain('Meera Support');
    expect(sheet.body).not.toContain('Lata Risk');
    const { proposedBy } = await reader.ok<ApprovalItem>('GET', `/admin/approvals/${approvalId}`);
    expect(proposedBy).toEqual({ id: memberId, name: 'Meera Support' });
    const { block } = await reader.ok<{ block: { by: object } }>('GET', `/admin/users/${userId}`);
    expect(block.by).toEqual({ id: memberId, name: 'Meera Support' });
    expect((await meera.ok<{ name: string }>('GET', '/admin/me')).name).toBe('Meera Support');
  });

  test('given a grant with a name, then it is theirs, in the log of the grant and for earlier acts', async () => {
    const ravi = await named('Ravi K');
    expect(await grant(ravi, ['support'])).toEqual({ name: 'Ravi K' });
    await ravi.ok('PATCH', '/me/profile', { name: 'Somebody Else' });
    expect(await grant(ravi, ['support'])).toEqual({ name: 'Ravi K' });
    expect(await grant(ravi, ['support'], 'Ravi Kumar')).toEqual({ name: 'Ravi Kumar' });
    const { rows } = await server.sql.query<{ name: string }>(
      `select details ->> 'name' as name from audit_log where action = 'staff.granted' and object_id = $1 order by seq`,
      [await idOf(ravi)],
    );
    expect(rows.map(({ name }) => name)).toEqual(['Ravi K', 'Ravi K', 'Ravi Kumar']);
    expect(await grant({ email: 'nobody@example.com' } as Person, ['support'])).toBeUndefined();
  });

  test('given a member, when they close the account, then it stays open until their roles are taken away, and the log still names them', async () => {
    const meera = await promote(server, await named('Meera Leaving'), { roles: ['support'] });
    const memberId = await idOf(meera);
    await meera.ok('GET', `/admin/users/${await idOf(await named('Asha Rao'))}`);
    const { blockers } = await meera.ok<ClosurePreview>('GET', '/me/closure');
    expect(blockers).toMatchObject([{ code: 'staff_account', text: expect.not.stringContaining('₹') }]);
    const refused = await meera.call<Problem>('DELETE', '/me', { confirm: 'DELETE' });
    expect([refused.status, refused.body.code]).toEqual([409, 'staff_account']);
    await grant(meera, []);
    await meera.ok('DELETE', '/me', { confirm: 'DELETE' });
    await until(async () => {
      const { rows } = await server.sql.query('select 1 from profiles where user_id = $1', [memberId]);
      return rows.length === 0 ? true : undefined;
    });
    expect(await namesIn(memberId)).toEqual(['Meera Leaving']);
  });

  test('no login of the server writes a name, and without a member who acts none reads one', async () => {
    const roles = ['mohlat_api', 'mohlat_auth', 'mohlat_worker', 'mohlat_staff'];
    const { rows } = await server.sql.query<{ role: string }>(
      `select role from unnest($1::text[]) role where has_table_privilege(role, 'staff_register', 'insert, update, delete')`,
      [roles],
    );
    expect(rows).toEqual([]);
    const client = await server.sql.connect();
    try {
      await client.query('begin; set local role mohlat_staff');
      expect((await client.query('select 1 from staff_register')).rows).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

test('given the account at which a page of members ended is gone, when the next page is asked for, then none comes a second time', async () => {
  const read = (query: string) =>
    reader.ok<{ items: { id: string }[]; nextCursor: string | null }>('GET', `/admin/staff?limit=1${query}`);
  const { items } = await read('');
  expect(items).toHaveLength(1);
  const gone = Buffer.from(JSON.stringify([crypto.randomUUID()])).toString('base64url');
  expect(await read(`&cursor=${gone}`)).toEqual({ items: [], nextCursor: null });
});
