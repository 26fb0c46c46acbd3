import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aSandbox, cleanUp } from './world.ts';
import type { World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await aSandbox({ holdMs: 60 });
});
afterEach(() => cleanUp(world));
afterAll(() => world.close());

const REASON = 'Checking who applies for a credit limit';
const verify = (pan: string) => world.pan.post('/verify/pan', { pan, consent: 'Y', reason: REASON });

describe('PAN', () => {
  it('asks for its own product, consent and a reason', async () => {
    expect((await world.nameMatch.post('/verify/pan', {})).status).toBe(401);
    const noConsent = await world.pan.post('/verify/pan', {
      pan: 'ABCDE1234A',
      consent: 'N',
      reason: REASON,
    });
    expect(noConsent).toMatchObject({ status: 400, body: { error: { code: 'consent_not_given' } } });
    const short = await world.pan.post('/verify/pan', { pan: 'ABCDE1234A', consent: 'Y', reason: 'short' });
    expect(short.body.error).toMatchObject({ code: 'insufficient_reason_length' });
  });

  it('knows the documented test values', async () => {
    expect((await verify('ABCDE1234A')).body).toMatchObject({
      verification: 'success',
      data: { full_name: 'ASHA RAO', category: 'Individual', aadhaar_seeding_status: 'LINKED' },
    });
    expect((await verify('ABCDE1234B')).body).toMatchObject({
      verification: 'failed',
      message: 'PAN is invalid',
    });
    expect(await verify('ZZZZZ9999Z')).toMatchObject({ status: 404, body: { message: 'PAN not found.' } });
  });

  it('reads the last letter of a magic PAN', async () => {
    expect((await verify('SBXPA0750A')).body).toMatchObject({ data: { aadhaar_seeding_status: 'LINKED' } });
    expect((await verify('SBXPA0750B')).body).toMatchObject({
      data: { aadhaar_seeding_status: 'NOT_LINKED' },
    });
    expect((await verify('SBXPA0750C')).body.data?.full_name).not.toBe('ASHA RAO');
    expect((await verify('SBXPA0750D')).body).toMatchObject({ verification: 'failed' });
    expect((await verify('SBXPA0750E')).status).toBe(404);
    expect(await verify('SBXPA0750F')).toMatchObject({
      status: 500,
      body: { error: { code: 'internal_server_error' } },
    });
    await expect(verify('SBXPA0750G')).rejects.toThrow();
    expect((await verify('SBXPA0750H')).body).toMatchObject({ data: { category: 'Company' } });
    const broken = await verify('SBXPA0750I');
    expect(broken.status).toBe(200);
    expect(() => JSON.parse(broken.text) as unknown).toThrow();
  });

  it('belongs to the person who was registered', async () => {
    const person = { pan: 'SBXPB0781A', name: 'Ravi Kumar', dateOfBirth: '1988-05-17', aadhaarLast4: '4321' };
    expect((await world.control.post('/people', person)).status).toBe(201);
    expect((await verify('SBXPB0781A')).body).toMatchObject({
      data: { full_name: 'RAVI KUMAR', last_name: 'KUMAR' },
    });
    expect((await world.control.post('/people', { ...person, dateOfBirth: '17-05-1988' })).status).toBe(400);
  });
});

describe('name match', () => {
  const percent = async (name1: string, name2: string) => {
    const { body } = await world.nameMatch.post('/match/v1/name', { name1, name2 });
    return Number(body.pessimistic_match_output?.match_percentage);
  };

  it.each([
    ['Asha Rao', 'ASHA RAO'],
    ['Asha Rao', 'Rao Asha'],
    ['Asha Rao', 'A Rao'],
    ['Mr. Asha Rao', 'Asha Rao'],
  ])('%s and %s are one name', async (a, b) => {
    expect(await percent(a, b)).toBe(100);
  });

  it('passes a spelling, doubts a missing word, and tells strangers apart', async () => {
    expect(await percent('Asha Rao', 'Asha Roa')).toBeLessThan(100);
    expect(await percent('Aishwarya Ramakrishnan', 'Aishwariya Ramakrishnan')).toBeGreaterThanOrEqual(85);
    const missing = await percent('Asha Kumari Rao', 'Asha Rao');
    expect(missing).toBeGreaterThanOrEqual(45);
    expect(missing).toBeLessThan(85);
    expect(await percent('Asha Rao', 'Vikram Chandrasekhar')).toBeLessThan(45);
  });

  it('says how much in words too, both ways, and refuses other letters', async () => {
    const { body } = await world.nameMatch.post('/match/v1/name', { name1: 'Asha Rao', name2: 'asha rao' });
    expect(body).toMatchObject({
      optimistic_match_output: { match_type: 'COMPLETE', match_percentage: 100 },
      pessimistic_match_output: { match_type: 'COMPLETE', match_percentage: 100 },
    });
    expect((await world.nameMatch.post('/match/v1/name', { name1: 'Asha1', name2: 'Asha' })).status).toBe(
      400,
    );
  });
});

describe('DigiLocker', () => {
  const RETURN = 'http://127.0.0.1:3000/kyc/return?state=our-own-state';
  const start = async (redirectUrl = RETURN) => (await world.digilocker.post('', { redirectUrl })).body;
  const act = (what: string, sessionId: unknown, more = {}) =>
    world.control.post('/act', { what, sessionId, ...more });
  const status = async (id: unknown) => (await world.digilocker.get(`/${String(id)}/status`)).body;
  const aadhaar = (id: unknown) => world.digilocker.get(`/${String(id)}/aadhaar`);

  it('waits for the person, then hands over the document until it is revoked', async () => {
    const session = await start();
    expect(session).toMatchObject({ status: 'unauthenticated' });
    expect((await aadhaar(session.id)).body.error).toMatchObject({ code: 'user_not_authenticated' });
    await act('approve_consent', session.id, { pan: 'SBXPB0781A' });
    expect(await status(session.id)).toMatchObject({ status: 'authenticated' });
    expect((await aadhaar(session.id)).body).toMatchObject({
      status: 'complete',
      aadhaar: {
        name: 'Ravi Kumar',
        dateOfBirth: '17-05-1988',
        maskedNumber: 'xxxx-xxxx-4321',
        verified: { signature: true },
      },
    });
    await world.digilocker.get(`/${String(session.id)}/revoke`);
    expect((await aadhaar(session.id)).body.error).toMatchObject({ code: 'token_revoked' });
    expect(await status(session.id)).toMatchObject({ status: 'revoked' });
  });

  it('belongs to the person whom the control API names, though another was expected', async () => {
    const session = await start();
    await act('consent_of', session.id, { pan: 'SBXPB0781A' });
    await act('approve_consent', session.id);
    expect((await aadhaar(session.id)).body.aadhaar).toMatchObject({ name: 'Ravi Kumar' });
    expect((await act('consent_of', session.id, { pan: 'SBXPB0781A' })).status).toBe(409);
    expect((await act('consent_of', (await start()).id, { pan: 'AAAPZ9999Z' })).status).toBe(404);
  });

  it('has an account for each session, and the one that the control API names', async () => {
    const lockerOf = async (more: object) => {
      const { id } = await start();
      await act('approve_consent', id, more);
      return (await status(id)).digilockerUserDetails?.digilockerId;
    };
    const one = await lockerOf({ pan: 'SBXPB0781A' });
    expect(one).toMatch(/^dl-/);
    expect(await lockerOf({ pan: 'SBXPB0781A' })).not.toBe(one);
    expect(await lockerOf({ pan: 'SBXPB0781A', digilockerId: 'named' })).toBe('named');
  });

  it('finds a session by the state in its return address', async () => {
    const session = await start('http://127.0.0.1:3000/kyc/return?state=very-special');
    const { body } = await act('approve_consent', 'very-special');
    expect(String(body.redirectUrl)).toContain(`state=very-special&success=True&id=${String(session.id)}`);
  });

  it('shows the person whose PAN was checked before, in turn, and Asha Rao otherwise', async () => {
    const fresh = await aSandbox();
    const people = [
      { pan: 'AAAPK1111A', name: 'Kiran Mehta', dateOfBirth: '1985-02-03', aadhaarLast4: '1111' },
      { pan: 'AAAPL2222B', name: 'Leela Iyer', dateOfBirth: '1986-02-03', aadhaarLast4: '2222' },
    ];
    const nameOfNext = async () => {
      const { id } = (await fresh.digilocker.post('', { redirectUrl: RETURN })).body;
      await fresh.control.post('/act', { what: 'approve_consent', sessionId: id });
      return (await fresh.digilocker.get(`/${String(id)}/aadhaar`)).body.aadhaar?.name;
    };
    expect(await nameOfNext()).toBe('Asha Rao');
    for (const person of people) await fresh.control.post('/people', person);
    for (const { pan } of people) await fresh.pan.post('/verify/pan', { pan, consent: 'Y', reason: REASON });
    expect(await nameOfNext()).toBe('Kiran Mehta');
    expect(await nameOfNext()).toBe('Leela Iyer');
    expect(await nameOfNext()).toBe('Leela Iyer');
    await fresh.pan.post('/verify/pan', { pan: 'ABCDE1234A', consent: 'Y', reason: REASON });
    expect(await nameOfNext()).toBe('Asha Rao');
    await fresh.close();
  });

  it.each([
    ['deny_consent', 'user_consent_not_given'],
    ['expire_consent', 'request_not_found'],
    ['consent_aadhaar_not_linked', 'aadhaar_not_linked'],
    ['consent_upstream_down', 'upstream_server_error'],
  ])('%s ends in %s', async (what, code) => {
    const { id } = await start();
    await act(what, id);
    expect((await aadhaar(id)).body.error).toMatchObject({ code });
  });

  it('can hold another name or date of birth than the PAN', async () => {
    const named = await start();
    await act('consent_name_mismatch', named.id);
    expect((await aadhaar(named.id)).body.aadhaar?.name).toBe('Vikram Chandrasekhar');
    const dated = await start();
    await act('consent_dob_mismatch', dated.id, { pan: 'SBXPB0781A' });
    expect((await aadhaar(dated.id)).body.aadhaar?.dateOfBirth).toBe('17-05-1987');
  });

  it('forgets a session after an hour and refuses addresses that are none', async () => {
    const { id } = await start();
    await world.control.post('/clock', { advance: 'PT61M' });
    expect(await world.digilocker.get(`/${String(id)}/status`)).toMatchObject({
      status: 404,
      body: { error: { code: 'request_not_found' } },
    });
    const bad = await world.digilocker.post('', { redirectUrl: 'javascript:alert(1)' });
    expect(bad.body.error).toMatchObject({ code: 'invalid_redirect_url' });
  });

  it('has a page where a person approves with an Aadhaar number and is sent back', async () => {
    const session = await start();
    const page = await fetch(String(session.url));
    const text = await page.text();
    for (const words of ['Approve', 'Deny', 'Close the window', 'Let it expire', 'Aadhaar not linked'])
      expect(text).toContain(`${words}</button`);
    const submit = (fields: Record<string, string>) =>
      fetch(String(session.url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    expect((await submit({ choice: 'approve', aadhaar: '1234' })).status).toBe(400);
    const closed = await submit({ choice: 'close' });
    expect(await closed.text()).toContain('You closed the window');
    const back = await submit({ choice: 'approve', aadhaar: '9999 4105 4321' });
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toContain('success=True');
    expect((await aadhaar(session.id)).body.aadhaar?.maskedNumber).toBe('xxxx-xxxx-4321');
    expect((await fetch(String(session.url))).status).toBe(410);
  });
});

describe('the bureau', () => {
  let referenceCount = 0;
  const KEYS = {
    client_id: 'sandbox-decentro',
    client_secret: 'sandbox-decentro-secret',
    module_secret: 'sandbox-bureau',
  };
  const ask = (pan: string, more = {}, keys: Record<string, string> = KEYS) => {
    referenceCount += 1;
    const body = {
      reference_id: `reference-${referenceCount}`,
      consent: true,
      consent_purpose: 'Deciding on a credit limit that was asked for',
      name: 'Asha Rao',
      mobile: '9876543210',
      date_of_birth: '1990-01-01',
      document_type: 'PAN',
      document_id: pan,
      address_type: 'H',
      address: '14, 2nd Cross, Jayanagar',
      pincode: '560041',
      inquiry_purpose: 'CC',
      ...more,
    };
    return world.open.post('/decentro/v2/financial_services/credit_bureau/credit_report/summary', body, keys);
  };
  const itemOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.body.data?.cCRResponse?.cIRReportDataLst?.[0];
  const scoreOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    itemOf(answer)?.cIRReportData?.scoreDetails?.[0]?.value;

  it('scores by the digits of a magic PAN, and 782 for everybody else', async () => {
    const answer = await ask('SBXPA0650A');
    expect(answer.body).toMatchObject({ status: 'SUCCESS', responseKey: 'success_credit_report' });
    expect(scoreOf(answer)).toBe('650');
    expect(scoreOf(await ask('ABCDE1234A'))).toBe('782');
  });

  it('has no hit, a thin file, overdue accounts and an error item', async () => {
    expect(itemOf(await ask('SBXPA0000A'))?.Error).toMatchObject({
      ErrorDesc: 'Consumer not found in bureau',
    });
    expect(scoreOf(await ask('SBXPA0001A'))).toBe('-1');
    const overdue = await ask('SBXPA9004A');
    expect(scoreOf(overdue)).toBe('720');
    expect(itemOf(overdue)?.cIRReportData?.retailAccountsSummary?.totalPastDue).toBe('18400');
    expect(itemOf(await ask('SBXPA9005A'))?.Error).toMatchObject({ ErrorCode: 'E0401' });
  });

  it('fails as the provider does, and loses an answer after asking', async () => {
    expect((await ask('SBXPA9001A')).body).toMatchObject({
      status: 'FAILURE',
      responseKey: 'error_provider_error',
    });
    expect((await ask('SBXPA9003A')).body).toMatchObject({ responseKey: 'error_duplicate_reference_id' });
    await expect(ask('SBXPA9002A', { reference_id: 'lost-one' })).rejects.toThrow();
    expect((await ask('SBXPA9002A', { reference_id: 'lost-one' })).body).toMatchObject({
      responseKey: 'error_duplicate_reference_id',
    });
    const truth = await world.control.get('/truth');
    expect(truth.body.bureauEnquiries).toEqual(
      expect.arrayContaining([expect.objectContaining({ referenceId: 'lost-one' })]),
    );
  });

  it('names what is wrong with a request', async () => {
    expect((await ask('SBXPA0650A', { consent: false })).body.responseKey).toBe('error_false_consent');
    expect((await ask('SBXPA0650A', { pincode: '1' })).body.responseKey).toBe('error_invalid_pincode');
    expect((await ask('SBXPA0650A', { name: '' })).body.responseKey).toBe('error_empty_name');
    expect((await ask('SBXPA0650A', {}, {})).status).toBe(401);
  });
});
