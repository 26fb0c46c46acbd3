import type { Kyc, Me, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, type Reply } from '#test/person.ts';
import { meetAt, meetAtProvider } from '#test/racing.ts';
import { advance, clearFaults, fault, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const codeOf = (reply: Reply<unknown>) => (reply.body as Problem).code;

type Verdict = { status: string; reason: { code: string; text: string } | null };

async function onboarded(pan?: string): Promise<Person> {
  const person = pan ? new Person(server, pan) : somebody(server);
  await person.signUp();
  return person.onboard();
}

function verifyPan(person: Person, pan = person.pan) {
  return person.call<Verdict & { nameOnPan: string | null }>('POST', '/kyc/pan', { pan });
}

async function attempts(person: Person): Promise<string[]> {
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  const { rows } = await server.sql.query<{ outcome: string }>(
    'select outcome from kyc_attempts where user_id = $1 order by at, id',
    [id],
  );
  return rows.map((row) => row.outcome);
}

describe('PAN', () => {
  test.each([
    ['A', 'valid and linked to Aadhaar'],
    ['B', 'valid and not linked to Aadhaar'],
  ])('ending %s is verified: %s', async (letter) => {
    const person = await onboarded(`SBXPK0781${letter}`);
    const reply = await verifyPan(person);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'verified', nameOnPan: 'ASHA RAO', reason: null });
    const kyc = await person.ok<Kyc>('GET', '/kyc');
    expect(kyc.pan).toMatchObject({ status: 'verified', masked: `SBXXXXX81${letter}` });
    expect(kyc.isComplete).toBe(false);
  });

  test('without a PAN it is the profile’s that is checked, and nothing where there is none', async () => {
    const person = await onboarded('SBXPM0781A');
    const reply = await person.call<Verdict>('POST', '/kyc/pan', {});
    expect(reply.body).toMatchObject({ status: 'verified' });
    expect((await person.ok<Kyc>('GET', '/kyc')).pan.masked).toBe('SBXXXXX81A');
    const newcomer = await somebody(server).signUp();
    expect((await newcomer.call<Problem>('POST', '/kyc/pan', {})).body.code).toBe('onboarding_incomplete');
  });

  test.each([
    ['C', 'pan_name_mismatch', 'the name is another'],
    ['D', 'pan_invalid', 'the issuer calls it invalid'],
    ['E', 'pan_invalid', 'the issuer does not know it'],
    ['H', 'pan_not_individual', 'it is a company'],
  ])('ending %s is rejected with %s: %s', async (letter, code) => {
    const person = await onboarded(`SBXPL0782${letter}`);
    const reply = await verifyPan(person);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'rejected', reason: { code } });
    const kyc = await person.ok<Kyc>('GET', '/kyc');
    expect(kyc.pan).toMatchObject({ status: 'rejected', masked: null, reason: { code } });
    expect(await attempts(person)).toEqual([code]);
    // A typing mistake is not for ever.
    const right = await verifyPan(person, `SBXP${letter}0783A`);
    expect(right.body).toMatchObject({ status: 'verified', reason: null });
  });

  test.each([
    ['F', 'an error'],
    ['G', 'no answer'],
    ['I', 'half an answer'],
  ])('ending %s is a technical failure (%s) and no verdict', async (letter) => {
    const person = await onboarded(`SBXPM0782${letter}`);
    const reply = await verifyPan(person);
    expect([reply.status, codeOf(reply)]).toEqual([503, 'provider_unavailable']);
    expect(reply.headers.get('retry-after')).toBe('180');
    const kyc = await person.ok<Kyc>('GET', '/kyc');
    expect(kyc.pan).toMatchObject({ status: 'not_started', reason: null });
    const logged = await attempts(person);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/^Provider/);
  });

  test('a PAN proved on one account is refused on another, and again for the first', async () => {
    const first = await onboarded('SBXPN0782A');
    const second = await onboarded('SBXPN0782A');
    expect((await verifyPan(first)).body.status).toBe('verified');
    await first.shareAadhaar();
    const taken = await verifyPan(second);
    expect([taken.status, codeOf(taken)]).toEqual([409, 'identity_in_use']);
    expect((await second.ok<Kyc>('GET', '/kyc')).pan.status).not.toBe('verified');
    expect((await verifyPan(first)).body.status).toBe('verified');
  });

  test('of two accounts with a document that verify one PAN at the same moment, one gets it', async () => {
    const both = [await onboarded('SBXPO0782A'), await onboarded('SBXPO0782A')];
    for (const person of both) await person.shareAadhaar();
    const claims = { text: 'lock table identity_claims in exclusive mode', values: [] };
    const replies = await meetAt(
      server,
      claims,
      both.map((person) => () => verifyPan(person)),
    );
    // The table is let go for both at once: either may be the first.
    const [got, lost] = replies.toSorted((one, other) => one.status - other.status);
    expect([got!.status, got!.body.status]).toEqual([200, 'verified']);
    expect([lost!.status, codeOf(lost!)]).toEqual([409, 'identity_in_use']);
  });

  test('a verified PAN is fixed: another one or another name is refused', async () => {
    const person = await onboarded();
    await verifyPan(person);
    const other = await verifyPan(person, 'SBXPQ0799A');
    expect([other.status, codeOf(other)]).toEqual([409, 'kyc_locked']);
    const renamed = await person.call('PATCH', '/me/profile', { name: 'Vikram Chandra' });
    expect([renamed.status, codeOf(renamed)]).toEqual([409, 'kyc_locked']);
  });

  test('nothing is asked before the profile is there', async () => {
    const person = await somebody(server).signUp();
    const reply = await verifyPan(person);
    expect([reply.status, codeOf(reply)]).toEqual([409, 'onboarding_incomplete']);
  });
});

describe('Aadhaar at DigiLocker', () => {
  async function openSession(): Promise<{ person: Person; sessionId: string }> {
    const person = await onboarded();
    await verifyPan(person);
    return { person, sessionId: await startOf(person) };
  }
  async function startOf(person: Person): Promise<string> {
    const { aadhaar } = person;
    const { sessionId } = await person.ok<{ sessionId: string }>('POST', '/kyc/aadhaar', { aadhaar });
    endings.set(sessionId, aadhaar.slice(-4));
    return sessionId;
  }
  const endings = new Map<string, string>();
  const act = (what: string, sessionId: string, more: object = {}) =>
    server.control('POST', '/act', { what, sessionId, aadhaarLast4: endings.get(sessionId), ...more });
  const complete = (person: Person, sessionId: string) =>
    person.call<Verdict & { masked: string | null }>('POST', `/kyc/aadhaar/${sessionId}/complete`);

  test('consent given: verified by the document, only the last four kept', async () => {
    const { person, sessionId } = await openSession();
    await act('approve_consent', sessionId);
    const reply = await complete(person, sessionId);
    expect(reply.body).toMatchObject({
      status: 'verified',
      masked: `XXXX XXXX ${person.aadhaar.slice(-4)}`,
      reason: null,
    });
    expect((await person.ok<Kyc>('GET', '/kyc')).isComplete).toBe(true);
    // Once more changes nothing, and a verified document is not asked for again.
    expect((await complete(person, sessionId)).body.status).toBe('verified');
    const again = await person.call('POST', '/kyc/aadhaar', { aadhaar: person.aadhaar });
    expect([again.status, codeOf(again)]).toEqual([409, 'kyc_locked']);
  });

  test('not yet at DigiLocker: pending, and still to be completed afterwards', async () => {
    const { person, sessionId } = await openSession();
    expect((await complete(person, sessionId)).body).toMatchObject({
      status: 'pending',
      reason: { code: 'aadhaar_pending' },
    });
    await act('approve_consent', sessionId);
    expect((await complete(person, sessionId)).body.status).toBe('verified');
  });

  test.each([
    ['deny_consent', 'aadhaar_consent_denied'],
    ['expire_consent', 'aadhaar_session_expired'],
    ['consent_aadhaar_not_linked', 'aadhaar_not_linked'],
  ])('%s ends the session without a verdict (%s); a new one may be started', async (what, code) => {
    const { person, sessionId } = await openSession();
    await act(what, sessionId);
    const reply = await complete(person, sessionId);
    expect(reply.body).toMatchObject({ status: 'not_started', reason: { code } });
    expect((await person.ok<Kyc>('GET', '/kyc')).aadhaar.status).toBe('not_started');
    // The session is over for good.
    expect((await complete(person, sessionId)).body.status).toBe('not_started');
    const next = await startOf(person);
    await act('approve_consent', next);
    expect((await complete(person, next)).body.status).toBe('verified');
  });

  test.each([
    ['consent_name_mismatch', {}, 'aadhaar_name'],
    ['consent_dob_mismatch', {}, 'aadhaar_date_of_birth'],
    ['approve_consent', { aadhaarLast4: '1230' }, 'aadhaar_last4'],
  ])('%s %j is rejected with %s', async (what, more, code) => {
    const { person, sessionId } = await openSession();
    await act(what, sessionId, more);
    expect((await complete(person, sessionId)).body).toMatchObject({
      status: 'rejected',
      masked: null,
      reason: { code },
    });
    const kyc = await person.ok<Kyc>('GET', '/kyc');
    expect(kyc.aadhaar).toMatchObject({ status: 'rejected', reason: { code } });
    expect(kyc.isComplete).toBe(false);
  });

  test('a birth date that the document contradicts is corrected, and is fixed once Aadhaar has proven it', async () => {
    const { person, sessionId } = await openSession();
    const { profile } = await person.ok<Me>('GET', '/me');
    const reborn = (dateOfBirth: string | null) => person.call('PATCH', '/me/profile', { dateOfBirth });
    expect((await reborn('1991-01-01')).status).toBe(200);
    await act('approve_consent', sessionId);
    expect((await complete(person, sessionId)).body.reason).toMatchObject({ code: 'aadhaar_date_of_birth' });
    expect((await reborn(profile.dateOfBirth)).status).toBe(200);
    const next = await startOf(person);
    await act('approve_consent', next);
    expect((await complete(person, next)).body.status).toBe('verified');
    const late = await reborn('1991-01-01');
    expect([late.status, codeOf(late)]).toEqual([409, 'kyc_locked']);
  });

  test('DigiLocker is down: no verdict, and the same session works later', async () => {
    const { person, sessionId } = await openSession();
    await act('consent_upstream_down', sessionId);
    const down = await complete(person, sessionId);
    expect([down.status, codeOf(down)]).toEqual([503, 'provider_unavailable']);
    expect((await person.ok<Kyc>('GET', '/kyc')).aadhaar.status).toBe('pending');

    const second = await openSession();
    await act('approve_consent', second.sessionId);
    await fault(server, 'setu_data', 'aadhaar', { http: 502 }, 'always');
    const broken = await complete(second.person, second.sessionId);
    expect([broken.status, codeOf(broken)]).toEqual([503, 'provider_unavailable']);
    await clearFaults(server);
    expect((await complete(second.person, second.sessionId)).body.status).toBe('verified');
  });

  test('a session left alone for more than its hour is over', async () => {
    const { person, sessionId } = await openSession();
    await advance(server, 'PT1H1M');
    await signInAgain(person);
    expect((await complete(person, sessionId)).body).toMatchObject({
      reason: { code: 'aadhaar_session_expired' },
    });
  });
});

describe('the credit bureau', () => {
  let letters = 0;
  /** Identity verified, nothing assessed yet; the digits are the bureau's. */
  async function applicant(digits: string): Promise<Person> {
    const letter = String.fromCharCode(65 + (letters % 26));
    letters += 1;
    const person = await onboarded(`SBXP${letter}${digits}A`);
    return person.passKyc();
  }
  type Assessment = {
    status: string;
    score: number | null;
    limitPaise: number;
    reasons: { code: string; text: string }[];
  };
  const assess = (person: Person) => person.call<Assessment>('POST', '/credit/assessment', { consent: true });

  async function enquiriesOf(person: Person): Promise<number> {
    const truth = await server.control<{ bureauEnquiries: { pan: string }[] }>('GET', '/truth');
    return truth.bureauEnquiries.filter((one) => one.pan === person.pan).length;
  }

  async function creditOf(person: Person) {
    return (await person.ok<{ credit: { state: string; limitPaise: number } | null }>('GET', '/me')).credit;
  }

  test.each([
    ['0782', 2_500_000, 'B04'],
    ['0680', 1_500_000, 'B01'],
    ['0699', 1_500_000, 'B01'],
    ['0700', 2_500_000, 'B04'],
    ['0900', 2_500_000, 'B04'],
  ])('LEND-13: a score of %s gives %i paise, bound by %s', async (digits, limitPaise, code) => {
    const person = await applicant(digits);
    const { status, body } = await assess(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'approved', score: Number(digits), limitPaise });
    expect(body.reasons.map((one) => one.code)).toContain(code);
    expect(await creditOf(person)).toMatchObject({ state: 'active', limitPaise });
    expect(await enquiriesOf(person)).toBe(1);
  });

  test.each([
    ['0679', 'D03', 679],
    ['0300', 'D03', 300],
    ['0000', 'D03', null],
    ['0001', 'D03', null],
    ['9004', 'D04', 720],
  ])('LEND-13: a report of %s is declined with %s, in words', async (digits, code, score) => {
    const person = await applicant(digits);
    const { status, body } = await assess(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'declined', score, limitPaise: 0 });
    expect(body.reasons[0]!.code).toBe(code);
    for (const reason of body.reasons) expect(reason.text).toMatch(/^[A-Z].{15,}\.$/);
    expect(await creditOf(person)).toMatchObject({ state: 'declined', limitPaise: 0 });
  });

  test.each([
    ['9001', 'the bureau is in trouble', 0],
    ['9002', 'no answer after asking', 1],
    ['9003', 'the reference is called a duplicate', 0],
    ['9005', 'an error instead of a file', 1],
  ])('%s is no verdict and no score: %s', async (digits, _, enquiries) => {
    const person = await applicant(digits);
    const reply = await assess(person);
    expect([reply.status, codeOf(reply)]).toEqual([503, 'credit_unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await creditOf(person)).toBeNull();
    expect(await enquiriesOf(person)).toBe(enquiries);
    const { id } = await person.ok<{ id: string }>('GET', '/me');
    const { rows } = await server.sql.query('select 1 from credit_assessments where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('two assessments at once pull one report; within thirty days it is used again', async () => {
    const person = await applicant('0790');
    await fault(server, 'decentro', 'credit_report', { held: true });
    const replies = await meetAtProvider(server, [() => assess(person), () => assess(person)]);
    expect(replies.map((reply) => [reply.status, codeOf(reply)])).toEqual([
      [409, 'assessment_in_progress'],
      [200, undefined],
    ]);
    expect(await enquiriesOf(person)).toBe(1);
    expect((await assess(person)).status).toBe(200);
    expect(await enquiriesOf(person)).toBe(1);
    await advance(server, 'P31D');
    await signInAgain(person);
    expect((await assess(person)).status).toBe(200);
    expect(await enquiriesOf(person)).toBe(2);
  });

  test('nothing is asked without a verified identity', async () => {
    const person = await onboarded();
    const reply = await assess(person);
    expect([reply.status, codeOf(reply)]).toEqual([409, 'kyc_incomplete']);
    expect(await enquiriesOf(person)).toBe(0);
  });
});
