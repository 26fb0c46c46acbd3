import { randomUUID } from 'node:crypto';
import type {
  AnswerOf,
  ApprovalItem,
  AuditEntry,
  Credit,
  getStaffMember,
  Payment,
  Problem,
  UserDetail,
  UserItem,
  UserNote,
  UserTimelineEntry,
} from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { idOf, lockOf, meetAt } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { signInAgain, somebody } from '#test/steps.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

let server: TestServer;
let asha: Person;
let ashaId: string;
let support: Person;
let risk: Person;
let payment: Payment;

beforeAll(async () => {
  server = await startTestServer({ env: { STAFF_STEP_UP: 'on' } });
  asha = await somebody(server).ready();
  ashaId = await idOf(asha);
  const card = await asha.addCard();
  payment = await asha.pay(card.id, 300_000);
  await asha.untilBill(payment.id, 'paid');
  await asha.repay(payment.id, 100_000);
  support = await colleague('Meera Support', ['support']);
  risk = await colleague('Ravi Risk', ['risk']);
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];

async function colleague(name: string, roles: ('support' | 'risk' | 'finance' | 'admin')[]): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.ok('PATCH', '/me/profile', { name });
  return promote(server, person, { roles });
}

const search = (query: string, by = support) => by.ok<Page<UserItem>>('GET', `/admin/users?${query}`);
const story = (id = ashaId, by = support) => by.ok<UserDetail>('GET', `/admin/users/${id}`);
const decide = (by: Person, id: string, decision = 'approve') =>
  by.call<ApprovalItem>('POST', `/admin/approvals/${id}`, { decision });
const auditOf = async (action: string) => {
  const { rows } = await server.sql.query<{ details: Record<string, unknown>; reason: string | null }>(
    'select details, reason from audit_log where action = $1 and subject_id = $2 order by seq',
    [action, ashaId],
  );
  return rows;
};

describe('a member of staff', () => {
  test('is told their own roles and until when a fresh second factor counts', async () => {
    const me = await support.ok<AnswerOf<typeof getStaffMember>>('GET', '/admin/me');
    expect(me).toMatchObject({ name: 'Meera Support', roles: ['support'] });
    expect(me.stepUpUntil).not.toBeNull();
    const { items } = await risk.ok<{ items: { name: string; roles: string[] }[] }>('GET', '/admin/staff');
    expect(items.map(({ name, roles }) => [name, roles])).toEqual([
      ['Meera Support', ['support']],
      ['Ravi Risk', ['risk']],
    ]);
  });

  test.each([
    ['the beginning of a name', () => 'asha r'],
    ['a word of it', () => 'RAO'],
    ['the whole address', () => asha.email.toUpperCase()],
    ['the whole PAN', () => asha.pan.toLowerCase()],
    ['the id', () => ashaId],
  ])('finds an account by %s', async (_, typed) => {
    const { items } = await search(`search=${encodeURIComponent(typed())}`);
    expect(items.map(({ id }) => id)).toContain(ashaId);
    const found = items.find(({ id }) => id === ashaId)!;
    expect(found).toMatchObject({ name: 'Asha Rao', state: 'active', kyc: 'complete', isStaff: false });
    expect(found.credit).toMatchObject({ state: 'active', daysPastDue: 0 });
    expect(JSON.stringify(found)).not.toContain(asha.email);
    expect(JSON.stringify(found)).not.toContain(asha.pan);
  });

  test('finds nothing by signs that stand for others', async () => {
    expect((await search('search=%25%25%25')).items).toEqual([]);
    expect((await search('search=_%25@')).items).toEqual([]);
  });

  test('pages through all accounts by what they are', async () => {
    const all = await search('limit=100');
    expect(all.items).toHaveLength(3);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await search(`limit=1${cursor}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(all.items.map(({ id }) => id));
    const ids = async (query: string) => (await search(query)).items.map(({ id }) => id);
    expect(await ids('kyc=complete')).toEqual([ashaId]);
    expect(await ids('kyc=open')).toHaveLength(2);
    expect(await ids('state=blocked')).toEqual([]);
    expect(await ids('isOverdue=true')).toEqual([]);
    expect(await ids('isOverdue=false')).toHaveLength(3);
  });
});

describe('an account', () => {
  test('is shown whole, its identifiers masked, and looking is written down', async () => {
    const seen = await story();
    expect(seen).toMatchObject({
      name: 'Asha Rao',
      block: null,
      profile: {
        dateOfBirthMasked: '1990-••-••',
        addressMasked: '••• 411001',
        monthlyIncomePaise: 8_500_000,
      },
      checks: {
        pan: { status: 'verified', masked: `${asha.pan.slice(0, 2)}XXXXX${asha.pan.slice(-3)}` },
        aadhaar: { status: 'verified', masked: `XXXX XXXX ${asha.aadhaar.slice(-4)}` },
        video: { status: 'not_started' },
      },
      counts: { payments: 1 },
      openApprovals: [],
    });
    const mine = await asha.payment(payment.id);
    expect(seen.outstandingPaise).toBe(mine.outstandingPaise);
    expect(seen.creditDetail!.availablePaise).toBe((await asha.ok<Credit>('GET', '/credit')).availablePaise);
    expect(seen.consents.length).toBeGreaterThan(0);
    expect(seen.sessions).toHaveLength(1);
    const text = JSON.stringify(seen);
    for (const secret of [asha.email, asha.pan, '1990-01-01', 'Lake Road', '9876543210'])
      expect(text).not.toContain(secret);
    expect(await auditOf('user.read')).toHaveLength(1);
    expect(said(await support.call('GET', `/admin/users/${randomUUID()}`))).toEqual([404, 'not_found']);
  });

  test('has one line of time, page by page, without a gap or a thing told twice', async () => {
    const all = await timeline();
    const kinds = new Set(all.map(({ kind }) => kind));
    for (const kind of ['sign_in', 'kyc', 'consent', 'credit', 'payment', 'repayment', 'notice'])
      expect([...kinds]).toContain(kind);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect((await timeline('&limit=3')).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const paid = await timeline('&kind=payment');
    expect(all.filter(({ kind }) => kind === 'payment')).toEqual(paid);
    expect(paid.at(-1)).toMatchObject({ objectId: payment.id, amountPaise: 300_000 });
    expect(paid.map(({ code }) => code)).toEqual(['paid', 'submitted', 'accepted']);
  });

  test('shows one masked value to staff who say why, and the log has the reason, not the value', async () => {
    const reveal = (field: string, by = support) =>
      by.call<{ value: string }>('POST', `/admin/users/${ashaId}/reveal`, {
        field,
        reason: 'Asked on the phone',
      });
    const values: Record<string, string> = {};
    for (const field of ['email', 'mobile', 'pan', 'dateOfBirth', 'address'])
      values[field] = (await reveal(field)).body.value;
    expect(values).toMatchObject({
      email: asha.email,
      pan: asha.pan,
      dateOfBirth: '1990-01-01',
      address: '12 Lake Road, Pune 411001',
    });
    const rows = await auditOf('user.revealed');
    expect(rows.map(({ details }) => details.field)).toEqual(Object.keys(values));
    expect(rows.map(({ reason }) => reason)).toEqual(rows.map(() => 'Asked on the phone'));
    for (const value of Object.values(values).filter(Boolean))
      expect(JSON.stringify(rows)).not.toContain(value);
    const own = await support.call('POST', `/admin/users/${await idOf(support)}/reveal`, {
      field: 'pan',
      reason: 'mine',
    });
    expect(said(own)).toEqual([403, 'own_account']);
  });
});

async function timeline(query = ''): Promise<UserTimelineEntry[]> {
  const seen: UserTimelineEntry[] = [];
  let cursor = '';
  do {
    const page = await support.ok<Page<UserTimelineEntry>>(
      'GET',
      `/admin/users/${ashaId}/timeline?${query}${cursor}`,
    );
    seen.push(...page.items);
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return seen;
}

describe('a note', () => {
  test('is kept in every version; of two who change the same one, one wins and the other is told who', async () => {
    const at = `/admin/users/${ashaId}/notes`;
    const note = await support.ok<UserNote>('POST', at, { text: 'Called about the first bill' });
    expect(note).toMatchObject({ version: 1, changedAt: null, createdBy: { name: 'Meera Support' } });
    const change = (by: Person, text: string) =>
      by.call<UserNote>('PATCH', `${at}/${note.id}`, { text, version: 1 });
    const answers = await Promise.all([change(support, 'Called twice'), change(risk, 'Looks fine')]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect([won!.status, ...said(lost!)]).toEqual([200, 409, 'note_changed']);
    const winner = won!.body.changedBy!.name;
    expect((lost!.body as unknown as Problem).first).toMatchObject({ by: winner });
    const { items } = await support.ok<Page<UserNote>>('GET', at);
    expect(items).toMatchObject([{ id: note.id, version: 2, text: won!.body.text }]);
    const { rows } = await server.sql.query('select version from user_notes where id = $1', [note.id]);
    expect(rows).toHaveLength(2);
    const sealed = await server.sql.query("select 1 from user_notes where text_sealed::text like '%Called%'");
    expect(sealed.rowCount).toBe(0);
    const copy = await asha.ok<{ sections: { name: string; items: unknown[] }[] }>('GET', '/me/export');
    expect(JSON.stringify(copy.sections)).toContain('Called about the first bill');
  });
});

describe('LEND-24: a limit that staff propose', () => {
  const propose = (limitPaise: number, by = risk) =>
    by.call<{ approvalId: string }>('POST', `/admin/users/${ashaId}/credit/limit`, {
      limitPaise,
      reason: 'Documents seen by a colleague',
    });
  const limit = async () => (await asha.ok<Credit>('GET', '/credit')).limitPaise;

  test('keeps to the policy, and to those who may', async () => {
    const { creditDetail, credit } = await story();
    const most = creditDetail!.proposableMaxPaise!;
    expect(most).toBeGreaterThan(credit!.limitPaise);
    for (const wrong of [most + 100_000, credit!.limitPaise, 100_000, credit!.limitPaise + 1])
      expect(said(await propose(wrong))).toEqual([422, 'limit_not_allowed']);
    expect(said(await propose(500_000, support))).toEqual([403, 'role_required']);
    await promote(server, risk, { roles: ['risk'], factor: 'old' });
    expect(said(await propose(500_000))).toEqual([403, 'step_up_required']);
    await promote(server, risk, { roles: ['risk'] });
  });

  test('is lowered by two, and the person reads why', async () => {
    const before = await limit();
    const { body } = await propose(before - 500_000);
    expect(said(await propose(before - 600_000))).toEqual([409, 'approval_open']);
    expect(said(await decide(risk, body.approvalId))).toEqual([403, 'second_person_required']);
    expect(said(await decide(support, body.approvalId))).toEqual([403, 'role_required']);
    const second = await colleague('Sita Risk', ['risk']);
    expect((await decide(second, body.approvalId)).status).toBe(200);
    expect(await limit()).toBe(before - 500_000);
    const { items } = await asha.ok<Page<{ description: string }>>('GET', '/notifications');
    const told = items.map(({ description }) => description);
    expect(told).toContainEqual(expect.stringContaining('Documents seen by a colleague'));
  });

  test('is only offered where it is higher, and takes effect with the person’s yes', async () => {
    const before = await limit();
    const second = await colleague('Uma Risk', ['risk']);
    const third = await colleague('Tara Risk', ['risk']);
    const { body } = await propose(before + 500_000);
    const both = [second, third].map((by) => () => decide(by, body.approvalId));
    const [won, lost] = await meetAt(server, lockOf.proposal(body.approvalId), both);
    expect([won!.status, ...said(lost!)]).toEqual([200, 409, 'approval_already_decided']);
    expect((lost!.body as unknown as Problem).first?.by).toBe('Uma Risk');
    expect(await limit()).toBe(before);
    const { offer } = await asha.ok<Credit>('GET', '/credit');
    expect(offer).toMatchObject({ limitPaise: before + 500_000, currentLimitPaise: before });
    await asha.ok('POST', `/credit/offers/${offer!.id}/accept`);
    expect(await limit()).toBe(before + 500_000);
    expect((await story()).creditDetail!.history[0]).toMatchObject({ toLimitPaise: before + 500_000 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });
});

describe('LEND-24: a block', () => {
  const block = (by: Person, id = ashaId) =>
    by.call<{ state: string }>('POST', `/admin/users/${id}/block`, { reason: 'Phone was stolen' });

  test('shuts an account at once, and of two who set it the second is told who was first', async () => {
    expect(said(await block(support, await idOf(support)))).toEqual([403, 'own_account']);
    expect(said(await block(support, await idOf(risk)))).toEqual([403, 'role_required']);
    const both = [() => block(support), () => block(risk)];
    const [won, lost] = await meetAt(server, lockOf.advisory(`account-block:${ashaId}`), both);
    expect([won!.status, ...said(lost!)]).toEqual([200, 409, 'account_is_blocked']);
    const winner = 'Meera Support';
    expect((lost!.body as unknown as Problem).first?.by).toBe(winner);
    expect((await asha.call('GET', '/me')).status).toBe(401);
    await expect(signInAgain(asha)).rejects.toThrow();
    await expect(asha.renew()).rejects.toThrow();
    const seen = await story();
    expect(seen).toMatchObject({
      state: 'blocked',
      block: { by: { name: winner }, reason: 'Phone was stolen' },
    });
    expect((await search('state=blocked')).items.map(({ id }) => id)).toEqual([ashaId]);
    expect((await auditOf('user.blocked'))[0]!.details).toMatchObject({ after: 'blocked', sessionsEnded: 1 });
  });

  test('is lifted by two, and the person signs in again', async () => {
    const ask = () =>
      support.call<{ approvalId: string }>('POST', `/admin/users/${ashaId}/unblock`, {
        reason: 'New phone, identity shown',
      });
    const { body } = await ask();
    expect(said(await ask())).toEqual([409, 'approval_open']);
    expect((await story()).openApprovals).toMatchObject([{ id: body.approvalId, kind: 'account_unblock' }]);
    const seen = await risk.ok<{ facts: { code: string; value: string }[] }>(
      'GET',
      `/admin/approvals/${body.approvalId}`,
    );
    expect(seen.facts).toContainEqual({ code: 'block_reason', value: 'Phone was stolen' });
    expect((await decide(risk, body.approvalId)).status).toBe(200);
    expect(said(await ask())).toEqual([409, 'account_not_blocked']);
    await signInAgain(asha);
    expect((await asha.call('GET', '/me')).status).toBe(200);
    expect((await story()).block).toBeNull();
    const codes = (await timeline('&kind=approval')).map(({ code, text, by }) => [code, text, by?.name]);
    expect(codes).toContainEqual(['approved', 'account_unblock', 'Ravi Risk']);
  });
});

describe('LEND-24: the audit log', () => {
  const read = (query: string) => risk.ok<Page<AuditEntry>>('GET', `/admin/audit?${query}`);

  test('is read by who, whom and what, page by page', async () => {
    const about = await read(`subjectId=${ashaId}&limit=100`);
    expect(about.items.every(({ subject }) => subject?.id === ashaId)).toBe(true);
    const supportId = await idOf(support);
    const reveals = await read(`subjectId=${ashaId}&actorId=${supportId}&action=user.revealed`);
    expect(reveals.items).toHaveLength(5);
    expect(reveals.items[0]).toMatchObject({
      actor: { id: supportId, name: 'Meera Support' },
      subject: { name: 'Asha Rao' },
      reason: 'Asked on the phone',
    });
    const kinds = await read('action=user&limit=100');
    expect(kinds.items.every(({ action }) => action.startsWith('user.'))).toBe(true);
    expect(kinds.items.some(({ action }) => action === 'user.blocked')).toBe(true);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await read(`subjectId=${ashaId}&limit=4${cursor}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen.slice(0, about.items.length)).toEqual(about.items.map(({ id }) => id));
    expect((await read('from=2020-01-01&to=2199-12-31')).items.length).toBeGreaterThan(0);
    expect((await read('from=2001-01-01&to=2001-01-02')).items).toEqual([]);
    expect(said(await risk.call('GET', '/admin/audit?cursor=12'))).toEqual([422, 'validation_failed']);
  });

  test('is taken along as a sheet, which is written to it, and is still one chain', async () => {
    await support.ok('POST', `/admin/users/${ashaId}/reveal`, { field: 'email', reason: '=HYPERLINK("x")' });
    const reply = await risk.call<string>('GET', `/admin/audit/export?subjectId=${ashaId}`);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.body).toContain(`"'=HYPERLINK(""x"")"`);
    expect(reply.body).not.toContain(asha.email);
    const { items } = await read('action=audit.exported');
    expect(items[0]!.details).toMatchObject({ filters: { subjectId: ashaId } });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });
});
