import type {
  AnswerOf,
  ApprovalItem,
  getAdminSettings,
  getNotice,
  listSettingsVersions,
  Payment,
  previewSettings,
  Pricing,
  Problem,
  putPause,
  putSettings,
  SettingsContent,
  withdrawSettings,
} from '@mohlat/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { moveTo, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let maker: Person;
let checker: Person;
let payer: Person;
let now: AnswerOf<typeof getAdminSettings>;

beforeAll(async () => {
  server = await startTestServer();
  [maker, checker] = [await somebody(server).signUp(), await somebody(server).signUp()];
  payer = await somebody(server).ready();
  await promote(server, maker, { roles: ['admin'] });
  await promote(server, checker, { roles: ['finance'] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = await maker.ok('GET', '/admin/settings');
});

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const reason = 'Decided on Monday';
type Change = (content: SettingsContent) => SettingsContent;
const dearer: Change = (content) => ({ ...content, fee: { ...content.fee, percent: '2.5' } });
const put = (change: Change, more: object = {}, by: Person = maker) =>
  by.call<AnswerOf<typeof putSettings>>('PUT', '/admin/settings', {
    baseVersion: now.newestVersion,
    content: change(now.inForce.content),
    reason,
    ...more,
  });
const decide = (by: Person, id: string, decision: 'approve' | 'reject' = 'approve') =>
  by.call<ApprovalItem>('POST', `/admin/approvals/${id}`, { decision });
const withdraw = (version: number) =>
  maker.call<AnswerOf<typeof withdrawSettings>>('POST', `/admin/settings/versions/${version}/withdraw`, {
    reason,
  });
const feePercent = async () => (await payer.ok<Pricing>('GET', '/public/pricing')).fee.percent;

describe('LEND-S6: settings', () => {
  test('read as they were written: the first version is in force, and no field is lost', async () => {
    expect(now).toMatchObject({ newestVersion: 1, scheduled: [], openApprovalId: null, gstPercent: '18.00' });
    expect(now.inForce).toMatchObject({ version: 1, state: 'in_force', createdBy: null, changes: [] });
    expect(said(await put((content) => content))).toEqual([422, 'settings_unchanged']);
    expect(now.inForce.content.fee).toEqual({ percent: '2.00', minPaise: 5_000, maxPaise: 50_000 });
  });

  test('that people pay by are set by two, hold from then on, and what was sold keeps its terms', async () => {
    const card = await payer.addCard();
    const sold = await payer.pay(card.id, 500_000);
    const { body } = await put(dearer);
    expect(body).toMatchObject({ status: 'proposed', version: null });
    expect(body.changes).toEqual([{ path: 'fee.percent', before: '2.00', after: '2.50' }]);
    expect(said(await put(dearer, {}, checker))).toEqual([409, 'approval_open']);
    expect(await feePercent()).toBe('2.00');
    expect(said(await decide(maker, body.approvalId!))).toEqual([403, 'second_person_required']);
    const seen = await checker.ok<{ changes: object[] }>('GET', `/admin/approvals/${body.approvalId}`);
    expect(seen.changes).toEqual([
      { unit: 'percent', label: 'fee_percent', plan: null, from: '2.00', to: '2.50' },
    ]);
    expect((await decide(checker, body.approvalId!)).status).toBe(200);
    expect(await feePercent()).toBe('2.50');
    const after = await maker.ok<AnswerOf<typeof getAdminSettings>>('GET', '/admin/settings');
    const { id: makerId } = await maker.ok<{ id: string }>('GET', '/me');
    expect(after.inForce).toMatchObject({ version: 2, reason, createdBy: { id: makerId } });
    expect(after.inForce.approvedBy).not.toBeNull();
    expect((await payer.quote(card.id, 500_000)).serviceFeePaise).toBe(12_500);
    const kept = await payer.ok<Payment>('GET', `/payments/${sold.id}`);
    expect(kept.serviceFeePaise).toBe(10_000);
  });

  test('LEND-24: that two people set are taken back by two, and stand until then', async () => {
    const startsAt = new Date(server.now() + 10 * 86_400_000).toISOString();
    const longer: Change = (content) => ({ ...content, coolingOffDays: 6 });
    const { body } = await put(longer, { startsAt });
    await decide(checker, body.approvalId!);
    now = await maker.ok('GET', '/admin/settings');
    const { version, state, approvalId } = (await withdraw(now.newestVersion)).body;
    expect(state).toBe('scheduled');
    expect(said(await withdraw(version))).toEqual([409, 'approval_open']);
    expect(said(await decide(maker, approvalId!))).toEqual([403, 'second_person_required']);
    const path = `/admin/approvals/${approvalId}`;
    expect(await checker.ok<{ changes: object[] }>('GET', path)).toMatchObject({
      kind: 'settings_withdrawal',
      isCurrent: true,
      changes: [{ unit: 'days', label: 'cooling_off_days', from: 6, to: 3 }],
    });
    const { scheduled } = await maker.ok<AnswerOf<typeof getAdminSettings>>('GET', '/admin/settings');
    expect(scheduled).toHaveLength(1);
    expect((await decide(checker, approvalId!)).status).toBe(200);
    expect(said(await withdraw(version))).toEqual([409, 'settings_begun']);
    now = await maker.ok('GET', '/admin/settings');
    expect([now.scheduled, now.newestVersion]).toEqual([[], 2]);
  });

  test('that another of the staff changed meanwhile are not overwritten, and the second is told', async () => {
    const quiet: Change = (content) => ({ ...content, remindersOff: ['before_7'] });
    const other: Change = (content) => ({ ...content, remindersOff: ['before_1'] });
    const answers = await Promise.all([put(quiet), put(other, {}, checker)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(said(lost)).toEqual([409, 'settings_changed']);
    const won = answers.find(({ status }) => status === 200)!;
    expect(won.body).toMatchObject({ status: 'set', version: 4, approvalId: null });
    const late = await maker.call('POST', '/admin/settings/preview', {
      baseVersion: now.newestVersion,
      content: quiet(now.inForce.content),
    });
    expect(said(late)).toEqual([409, 'settings_changed']);
  });

  test('that were proposed upon another version are refused, and can be taken back', async () => {
    const { body } = await put(dearer, { content: { ...now.inForce.content, coolingOffDays: 5 } });
    await put((content) => ({ ...content, remindersOff: [] }));
    expect(said(await decide(checker, body.approvalId!))).toEqual([409, 'approval_stale']);
    expect((await decide(checker, body.approvalId!, 'reject')).body).toMatchObject({ status: 'rejected' });
  });

  test('can begin later, stand in the way of an earlier start, and be taken back before they begin', async () => {
    const begins = new Date(server.now() + 10 * 86_400_000).toISOString();
    const told: Change = (content) => ({
      ...content,
      notice: {
        en: 'We rest on Sunday',
        hi: 'रविवार को अवकाश है',
        from: begins,
        until: '2099-01-01T00:00:00.000Z',
      },
    });
    const { body } = await put(told, { startsAt: begins });
    expect(body.status).toBe('set');
    now = await maker.ok('GET', '/admin/settings');
    expect(now.scheduled).toEqual([expect.objectContaining({ version: body.version, state: 'scheduled' })]);
    expect(said(await put((content) => ({ ...content, remindersOff: ['late_7'] })))).toEqual([
      409,
      'settings_scheduled',
    ]);
    // A version upon it holds its terms too: taken back alone, it would come with the other all the same.
    const { body: upon } = await put((content) => ({ ...content, remindersOff: ['before_3'] }), {
      startsAt: begins,
    });
    expect(said(await withdraw(body.version!))).toEqual([409, 'settings_scheduled']);
    for (const version of [upon.version!, body.version!])
      expect((await withdraw(version)).body).toMatchObject({ state: 'withdrawn' });
    expect(said(await withdraw(body.version!))).toEqual([409, 'settings_begun']);
    expect(said(await withdraw(1))).toEqual([409, 'settings_begun']);
    expect(said(await withdraw(999))).toEqual([404, 'not_found']);
    now = await maker.ok('GET', '/admin/settings');
    expect(now.scheduled).toEqual([]);
    expect((await put((content) => ({ ...content, remindersOff: ['late_7'] }))).body).toMatchObject({
      status: 'set',
      version: upon.version! + 1,
    });
  });

  test('are listed with who, why and what was changed, and go back by a new version', async () => {
    type Page = AnswerOf<typeof listSettingsVersions>;
    const first = await maker.ok<Page>('GET', '/admin/settings/versions?limit=3');
    const rest = await maker.ok<Page>('GET', `/admin/settings/versions?limit=100&cursor=${first.nextCursor}`);
    const all = [...first.items, ...rest.items];
    expect(all.map((one) => one.version)).toEqual(all.map((_, index) => all.length - index));
    expect(all.filter((one) => one.state === 'in_force')).toHaveLength(1);
    const oldest = all.at(-1)!;
    const { body } = await put(() => oldest.content);
    expect(body.changes).toContainEqual({ path: 'fee.percent', before: '2.50', after: '2.00' });
    expect((await decide(checker, body.approvalId!)).status).toBe(200);
    expect(await feePercent()).toBe('2.00');
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('are previewed by the same arithmetic that quotes bills, and nothing is kept', async () => {
    const preview = await maker.ok<AnswerOf<typeof previewSettings>>('POST', '/admin/settings/preview', {
      baseVersion: now.newestVersion,
      content: dearer(now.inForce.content),
    });
    expect(preview).toMatchObject({ needsSecondPerson: true });
    const bill = preview.bills.find((one) => one.amountPaise === 1_500_000)!;
    expect([bill.before.serviceFeePaise, bill.after.serviceFeePaise]).toEqual([30_000, 37_500]);
    const card = await payer.addCard('4022');
    const quote = await payer.quote(card.id, 1_500_000, 3);
    const option = bill.before.options.find((one) => one.plan.kind === 'emi')!;
    expect(option.aprPercent).toBe(quote.aprPercent);
    expect(option.schedule).toEqual(quote.schedule);
    expect(await feePercent()).toBe('2.00');
  });

  test('a notice is read by everybody while it lasts', async () => {
    const notice = () => payer.ok<AnswerOf<typeof getNotice>>('GET', '/public/notice');
    expect((await notice()).notice).toBeNull();
    const from = new Date(server.now() + 60_000).toISOString();
    const until = new Date(server.now() + 3_600_000).toISOString();
    const line = { en: 'The network rests tonight', hi: 'आज रात नेटवर्क बंद रहेगा' };
    expect((await put((content) => ({ ...content, notice: { ...line, from, until } }))).status).toBe(200);
    expect((await notice()).notice).toBeNull();
    await moveTo(server, new Date(server.now() + 120_000).toISOString());
    expect((await notice()).notice).toEqual({ ...line, until });
    await moveTo(server, new Date(server.now() + 4_000_000).toISOString());
    for (const person of [maker, checker, payer]) await signInAgain(person);
    await promote(server, maker, { roles: ['admin'] });
    await promote(server, checker, { roles: ['finance'] });
    expect((await notice()).notice).toBeNull();
  });

  test('outside their bounds, of a start that has passed, or of nonsense are refused with the field', async () => {
    const fields = (reply: Reply<unknown>) => [
      reply.status,
      ((reply.body as Problem).errors ?? []).map((one) => one.path),
    ];
    const bad: [Change, string][] = [
      [(content) => ({ ...content, fee: { ...content.fee, percent: '5.01' } }), 'content.fee.percent'],
      [(content) => ({ ...content, fee: { ...content.fee, minPaise: 60_000 } }), 'content.fee.maxPaise'],
      [(content) => ({ ...content, coolingOffDays: 0 }), 'content.coolingOffDays'],
      // The window of a loan ends before anything of it falls due: a demanded instalment is not cancelled any more.
      [(content) => ({ ...content, coolingOffDays: 28 }), 'content.coolingOffDays'],
      [
        (content) => ({
          ...content,
          coolingOffDays: 7,
          plans: content.plans.map((plan) => (plan.kind === 'single' ? { ...plan, dueDays: 7 } : plan)),
        }),
        'content.coolingOffDays',
      ],
      [
        (content) => ({ ...content, plans: content.plans.map((plan) => ({ ...plan, isOn: false })) }),
        'content.plans.0.isOn',
      ],
      [
        (content) => ({ ...content, plans: content.plans.map((plan) => ({ ...plan, code: 'PL30' })) }),
        'content.plans.1.code',
      ],
      // A bill names its plan by kind and length: of two, the other one would be booked.
      [
        (content) => ({
          ...content,
          plans: [
            { ...content.plans[0]!, isOn: false },
            { ...content.plans[0]!, code: 'PL45', dueDays: 45 },
          ],
        }),
        'content.plans.1.instalments',
      ],
      [(content) => ({ ...content, late: { ...content.late, graceDays: 4 } }), 'content.late.levyOnLateDays'],
    ];
    for (const [change, field] of bad) {
      const [status, paths] = fields(await put(change));
      expect([status, paths]).toEqual([422, expect.arrayContaining([field])]);
    }
    const past = await put(dearer, { startsAt: '2020-01-01T00:00:00.000Z' });
    expect(fields(past)).toEqual([422, ['startsAt']]);
  });
});

describe('LEND-18: a pause', () => {
  const setPause = (isPaused: boolean, by: Person = maker) =>
    by.call<AnswerOf<typeof putPause>>('PUT', '/admin/settings/pauses/debits', { isPaused, reason });
  const read = () => maker.ok<AnswerOf<typeof getAdminSettings>>('GET', '/admin/settings');

  test('counts at once by the word of one, whatever version is to come, and is in the log', async () => {
    const startsAt = new Date(server.now() + 10 * 86_400_000).toISOString();
    await put((content) => ({ ...content, remindersOff: ['late_7'] }), { startsAt });
    const { status, body } = await setPause(true);
    expect(status).toBe(200);
    const { id } = await maker.ok<{ id: string }>('GET', '/me');
    expect(body.paused).toMatchObject([{ capability: 'debits', by: { id }, reason }]);
    expect((await read()).paused).toEqual(body.paused);
    expect(said(await setPause(true, checker))).toEqual([409, 'settings_changed']);
    expect((await setPause(false, checker)).body.paused).toEqual([]);
    expect(said(await setPause(false))).toEqual([409, 'settings_changed']);
    const { rows } = await server.sql.query(
      "select action, reason, details ->> 'capability' as capability from audit_log where action in ('settings.paused', 'settings.resumed') order by seq",
    );
    expect(rows).toEqual([
      { action: 'settings.paused', reason, capability: 'debits' },
      { action: 'settings.resumed', reason, capability: 'debits' },
    ]);
  });

  test('is not for staff of another role', async () => {
    const other = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
    expect((await setPause(true, other)).status).toBe(403);
  });
});
