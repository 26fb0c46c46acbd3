import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import { createProviders } from '../index.ts';
import type { CallContext } from '../index.ts';

const ctx: CallContext = { requestId: 'contract', actor: 'user' };
let world: SandboxWorld;

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

const verify = (pan: string) => world.providers.pan.verify({ pan, consentId: 'consent-1' }, ctx);
const sentTo = (op: string) => world.calls.filter((call) => call.op === op).length;

describe('verifying a PAN', () => {
  it.each([
    ['ABCDE1234A', { verdict: 'valid', category: 'Individual' }],
    ['ABCDE1234B', { verdict: 'invalid' }],
    ['ZZZZZ9999Z', { verdict: 'not_found' }],
    ['SBXPA0780A', { verdict: 'valid', isAadhaarLinked: true, fullName: 'ASHA RAO' }],
    ['SBXPA0780B', { verdict: 'valid', isAadhaarLinked: false }],
    ['SBXPA0780C', { verdict: 'valid', fullName: 'VIKRAM CHANDRASEKHAR' }],
    ['SBXPA0780D', { verdict: 'invalid' }],
    ['SBXPA0780E', { verdict: 'not_found' }],
    ['SBXPA0780H', { verdict: 'valid', category: 'Company' }],
  ])('answers %s', async (pan, verdict) => {
    expect(await verify(pan)).toMatchObject(verdict);
  });

  it('repeats after a failing server, and says it was not done', async () => {
    const before = sentTo('verifyPan');
    expect(await failureOf(verify('SBXPA0780F'))).toMatchObject({
      name: 'ProviderServerError',
      retry: 'safe',
    });
    expect(sentTo('verifyPan') - before).toBe(3);
  });

  it('repeats once after silence', async () => {
    const before = sentTo('verifyPan');
    expect(await failureOf(verify('SBXPA0780G'))).toMatchObject({
      name: 'ProviderTimeout',
      outcome: 'unknown',
    });
    expect(sentTo('verifyPan') - before).toBe(2);
  });

  it('does not guess from half an answer or an unknown word', async () => {
    expect(await failureOf(verify('SBXPA0780I'))).toMatchObject({ name: 'ProviderMalformed' });
    await world.fault({ provider: 'setu_data', op: 'pan', fault: { drift: 'new_enum' } });
    expect(await failureOf(verify('ABCDE1234B'))).toMatchObject({
      name: 'ProviderContractDrift',
      field: 'verification',
    });
  });

  it('names our keys as the trouble when they are refused', async () => {
    const wrong = createProviders(
      { ...world.config, setuData: { ...world.config.setuData, clientSecret: 'stolen' } },
      { now: world.now },
    );
    const work = wrong.pan.verify({ pan: 'ABCDE1234A', consentId: 'c' }, ctx);
    expect(await failureOf(work)).toMatchObject({ name: 'ProviderAuthError', httpStatus: 401 });
    await wrong.close();
  });

  it('writes no PAN into a record', () => {
    expect(JSON.stringify(world.calls)).not.toMatch(/[A-Z]{5}\d{4}[A-Z]/);
  });
});

describe('comparing names', () => {
  it('finds the same person whatever order and case', async () => {
    expect(await world.providers.nameMatch.score('RAO ASHA', 'Asha Rao')).toEqual({
      percent: 100,
      kind: 'COMPLETE',
    });
  });

  it('tells different people apart', async () => {
    const score = await world.providers.nameMatch.score('Asha Rao', 'Vikram Chandrasekhar');
    expect(score?.percent).toBeLessThan(45);
    expect(score?.kind).toBe('NO_MATCH');
  });

  it('makes names acceptable before sending, and compares none in two scripts', async () => {
    const accents = await world.providers.nameMatch.score('José  D’Souza (Jr.)', 'Jose D Souza Jr.');
    expect(accents?.percent).toBeGreaterThan(85);
    expect(await world.providers.nameMatch.score('आशा राव', 'Asha Rao')).toBeUndefined();
    expect(await world.providers.nameMatch.score('Asha Rao', '- .')).toBeUndefined();
    // The letters that are left of it are no name.
    expect(await world.providers.nameMatch.score('आशा R राव', 'Asha Rao')).toBeUndefined();
    expect(await world.providers.nameMatch.score('Asha Rao', 'Аsha Rao')).toBeUndefined();
    expect(await world.providers.nameMatch.score('Asha DʼSouza', "Asha D'Souza")).toBeDefined();
  });
});

describe('Aadhaar through DigiLocker', () => {
  const port = () => world.providers.aadhaar;
  const start = async () => {
    const state = randomUUID();
    const session = await port().start(
      { returnUrl: `http://127.0.0.1:3000/kyc/return?state=${state}`, consentId: 'c' },
      ctx,
    );
    return { ...session, state };
  };
  const act = async (what: string, sessionId: string, extra: Record<string, unknown> = {}) => {
    const answer = await world.control('POST', '/act', { what, sessionId, ...extra });
    const url = new URL(String(Reflect.get(Object(answer), 'redirectUrl')));
    return port().readReturn(Object.fromEntries(url.searchParams));
  };

  it('waits for consent, then gives the document once and again', async () => {
    await world.control('POST', '/people', {
      pan: 'MEERA1234K',
      name: 'Meera Nair',
      dateOfBirth: '1988-02-29',
      aadhaarLast4: '4242',
      mobile: '9876501234',
    });
    await verify('MEERA1234K');
    const session = await start();
    expect(session.expiresAt > world.now()).toBe(true);
    expect(await port().status(session.ref)).toBe('waiting');
    expect(await act('approve_consent', session.state)).toEqual({ kind: 'granted', ref: session.ref });
    expect(await port().status(session.ref)).toBe('granted');
    expect(await port().holder(session.ref)).toEqual({
      accountId: expect.stringMatching(/^dl-/),
      mobile: '9876501234',
    });
    const document = await port().pull(session.ref);
    expect(document).toMatchObject({
      name: 'Meera Nair',
      dateOfBirth: '1988-02-29',
      last4: '4242',
      isSignatureOk: true,
      address: { pin: '560041', state: 'Karnataka' },
    });
    expect(document.photo?.length).toBeGreaterThan(0);
    expect(document.documentHash).toMatch(/^[0-9a-f]{64}$/);
    expect((await port().pull(session.ref)).last4).toBe('4242');
    await port().revoke(session.ref);
    expect(await port().status(session.ref)).toBe('revoked');
    await port().revoke(session.ref);
  });

  it('has nothing to give before consent or after a refusal', async () => {
    const session = await start();
    expect(await failureOf(port().pull(session.ref))).toMatchObject({ name: 'ConsentDenied' });
    expect(await act('deny_consent', session.ref)).toMatchObject({ kind: 'denied', ref: session.ref });
    expect(await port().status(session.ref)).toBe('revoked');
    expect(await failureOf(port().pull(session.ref))).toMatchObject({
      name: 'ConsentDenied',
      outcome: 'rejected',
    });
  });

  it('expires, by the person’s doing or by time', async () => {
    const session = await start();
    expect(await act('expire_consent', session.ref)).toMatchObject({
      kind: 'failed',
      code: 'request_not_found',
    });
    expect(await port().status(session.ref)).toBe('expired');
    const slow = await start();
    await world.advance('PT2H');
    expect(await port().status(slow.ref)).toBe('expired');
    expect(await failureOf(port().pull(slow.ref))).toMatchObject({ name: 'SessionExpired' });
    await port().revoke(slow.ref);
  });

  it('says when Aadhaar is not linked there, and when the source is down', async () => {
    const unlinked = await start();
    await act('consent_aadhaar_not_linked', unlinked.ref);
    expect(await failureOf(port().pull(unlinked.ref))).toMatchObject({ name: 'AadhaarNotLinked' });
    const down = await start();
    await act('consent_upstream_down', down.ref);
    expect(await failureOf(port().pull(down.ref))).toMatchObject({
      name: 'ProviderServerError',
      retry: 'safe',
    });
  });

  it('shows another name or date as they are, for the rules to judge', async () => {
    const session = await start();
    await act('consent_name_mismatch', session.ref);
    expect(await port().pull(session.ref)).toMatchObject({ name: 'Vikram Chandrasekhar' });
  });

  it('does not take an unknown status for consent', async () => {
    const session = await start();
    await world.fault({ provider: 'setu_data', op: 'digilocker_status', fault: { drift: 'new_enum' } });
    expect(await failureOf(port().status(session.ref))).toMatchObject({ name: 'ProviderContractDrift' });
  });
});
