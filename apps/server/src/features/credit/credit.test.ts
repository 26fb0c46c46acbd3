import { randomUUID } from 'node:crypto';
import type { AnswerOf, listAssessments } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, crediting } from '#test/crediting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { meetAtProvider } from '#test/racing.ts';
import { advance, fault, signInAgain } from '#test/steps.ts';

type Assessments = AnswerOf<typeof listAssessments>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const {
  applicant,
  ask,
  offered,
  look,
  answer,
  approveVideo,
  idOf,
  notices,
  enquiriesOf,
  consentsOf,
  sendEvidence,
  untilEvidence,
} = crediting(() => server);

interface Told {
  readonly pan: string;
  readonly pincode: string | null;
}

async function pinCodesTold({ pan }: Person): Promise<(string | null)[]> {
  const { bureauEnquiries } = await server.control<{ bureauEnquiries: readonly Told[] }>('GET', '/truth');
  return bureauEnquiries.filter((one) => one.pan === pan).map((one) => one.pincode);
}

/** Neither the address of the person nor their document has one. */
async function forgetPinCodes(person: Person): Promise<void> {
  await person.ok('PATCH', '/me/profile', { address: '12 Lake Road, Pune' });
  await server.sql.query('update kyc_records set aadhaar_pin_code = null where user_id = $1', [
    await idOf(person),
  ]);
}

test('a report is not asked for about a person with an unproven mobile number', async () => {
  const person = await applicant();
  await server.sql.query('update profiles set mobile_sealed = null where user_id = $1', [await idOf(person)]);
  const refused = await ask(person);
  expect([refused.status, codeOf(refused)]).toEqual([409, 'mobile_required']);
  expect(await enquiriesOf(person)).toBe(0);
});

describe('an offer', () => {
  test('LEND-P1, SPEC-1.limit-after-kyc: nothing rises before the person says yes, and their yes is kept', async () => {
    const person = await applicant();
    const { status, body } = await ask(person, false);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'approved', limitPaise: 2_500_000, score: 782, retryAfter: null });
    expect(body.offer).toMatchObject({ limitPaise: 2_500_000, currentLimitPaise: 0 });
    expect(body.factors.filter((one) => one.isBinding).map((one) => one.code)).toEqual(['B04']);
    expect(await look(person)).toMatchObject({ state: 'none', limitPaise: 0, offer: { id: body.offer!.id } });
    expect((await person.ok<{ credit: unknown }>('GET', '/me')).credit).toBeNull();
    expect(await consentsOf(person)).toMatchObject({ bureau_pull: 1 });
    expect((await consentsOf(person))['credit_limit']).toBeUndefined();

    const accepted = await answer(person, body.offer!.id, 'accept');
    expect(accepted.body).toMatchObject({ state: 'active', limitPaise: 2_500_000, offer: null, score: 782 });
    expect((await answer(person, body.offer!.id, 'accept')).status).toBe(200);
    expect(await consentsOf(person)).toMatchObject({ bureau_pull: 1, credit_limit: 1 });
    expect((await notices(person)).filter((title) => title.startsWith('Your credit limit is'))).toHaveLength(
      1,
    );
    expect(codeOf(await answer(person, body.offer!.id, 'decline'))).toBe('offer_closed');
  });

  test('LEND-P1: declined, the present limit stays; a later offer replaces an open one', async () => {
    const person = await applicant();
    await ask(person);
    expect(await look(person)).toMatchObject({ state: 'active', limitPaise: 2_500_000 });
    await sendEvidence(person);
    await untilEvidence(person, 'verified');
    expect(await look(person)).toMatchObject({ limitPaise: 2_500_000, estimatePaise: 6_000_000 });

    const first = await offered(person);
    expect(first).toMatchObject({ limitPaise: 6_000_000, currentLimitPaise: 2_500_000 });
    const second = await offered(person);
    expect(codeOf(await answer(person, first.id, 'accept'))).toBe('offer_closed');
    expect((await answer(person, second.id, 'decline')).body).toMatchObject({
      state: 'active',
      limitPaise: 2_500_000,
      offer: null,
      estimatePaise: 6_000_000,
    });
    expect(codeOf(await answer(person, second.id, 'accept'))).toBe('offer_closed');
    const { items } = await person.ok<Assessments>('GET', '/credit/assessments?limit=2');
    expect(items.map((one) => one.offer)).toEqual(['declined', 'replaced']);
  });

  test('LEND-P1: an offer holds thirty days', async () => {
    const person = await applicant();
    const offer = await offered(person);
    await advance(server, 'P31D');
    await signInAgain(person);
    expect(await look(person)).toMatchObject({ offer: null, limitPaise: 0 });
    expect(codeOf(await answer(person, offer.id, 'accept'))).toBe('offer_expired');
    const { items } = await person.ok<Assessments>('GET', '/credit/assessments');
    expect(items[0]).toMatchObject({ offer: 'expired', status: 'approved' });
  });

  test('LEND-P1: is not taken while a consent it stands on is taken back', async () => {
    const person = await applicant();
    const offer = await offered(person);
    const change = (given: boolean) =>
      person.ok('PUT', '/me/consents', { consents: [{ purpose: 'bureau_pull', given }] });
    await change(false);
    expect(codeOf(await answer(person, offer.id, 'accept'))).toBe('consent_withdrawn');
    expect(await look(person)).toMatchObject({ limitPaise: 0, offer: { id: offer.id } });
    expect((await consentsOf(person))['credit_limit']).toBeUndefined();
    await change(true);
    expect((await answer(person, offer.id, 'accept')).body).toMatchObject({ state: 'active' });
  });

  test('LEND-P1: the database itself lets no limit rise without a consent of its own', async () => {
    const person = await applicant();
    await ask(person);
    const id = await idOf(person);
    const raise = server.sql.query(
      'update credit_accounts set limit_paise = limit_paise + 1 where user_id = $1',
      [id],
    );
    await expect(raise).rejects.toThrow(/may not rise/);
    await server.sql.query(
      'update credit_accounts set limit_paise = limit_paise - 100000 where user_id = $1',
      [id],
    );
    expect(await look(person)).toMatchObject({ limitPaise: 2_400_000 });
  });

  test('a program that never heard of offers gets its limit at once', async () => {
    const person = await applicant('0790');
    expect((await ask(person)).body).toMatchObject({ status: 'approved', offer: null });
    expect((await ask(person, true)).body.offer).toBeNull();
    expect(await look(person)).toMatchObject({ state: 'active', limitPaise: 2_500_000 });
    expect(await consentsOf(person)).toMatchObject({ bureau_pull: 2, credit_limit: 1 });
  });
});

describe('the report', () => {
  test('ten assessments at once pull one report', async () => {
    const person = await applicant('0795');
    await fault(server, 'decentro', 'credit_report', { held: true });
    const asked = Array.from({ length: 10 }, (_, index) => () => ask(person, index % 2 === 0));
    const replies = await meetAtProvider(server, asked);
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 409), 200]);
    for (const reply of replies.slice(0, 9)) expect(codeOf(reply)).toBe('assessment_in_progress');
    expect(await enquiriesOf(person)).toBe(1);
  });

  test.each([
    ['9007', 'D05', 'on_date'],
    ['9008', 'D04', 'on_date'],
    ['9009', 'D06', 'on_date'],
    ['9010', 'D07', 'on_date'],
    ['0679', 'D03', 'on_date'],
    ['0000', 'D03', 'after_evidence'],
  ])('LEND-13: a file of %s is declined with %s and says when to try again', async (digits, code, when) => {
    const person = await applicant(digits);
    const { body } = await ask(person, false);
    expect(body).toMatchObject({ status: 'declined', limitPaise: 0, offer: null });
    expect(body.reasons[0]).toMatchObject({ code, next: { when } });
    expect(body.retryAfter === null).toBe(when === 'after_evidence');
    const seen = await look(person);
    expect([seen.state, seen.reasons[0]]).toMatchObject(['declined', { code, next: { when } }]);
  });

  test('given an address without a PIN code, when a limit is asked for, then that of the document is told', async () => {
    const person = await applicant();
    await person.ok('PATCH', '/me/profile', { address: '12 Lake Road, Pune' });
    expect((await ask(person)).body).toMatchObject({ status: 'approved', score: 782 });
    expect(await pinCodesTold(person)).toEqual(['560041']);
  });

  test('given no PIN code at all, when a limit is asked for, then the bureau is asked without one', async () => {
    const person = await applicant();
    await forgetPinCodes(person);
    expect((await ask(person)).body).toMatchObject({ status: 'approved', score: 782 });
    expect(await pinCodesTold(person)).toEqual([null]);
  });

  test('given a bureau that wants a PIN code, when there is none, then the person hears what to add', async () => {
    const person = await applicant('9011');
    await forgetPinCodes(person);
    const refused = await ask(person);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'pincode_required']);
    await person.ok('PATCH', '/me/profile', { address: '12 Lake Road, Pune 411001' });
    expect((await ask(person)).body).toMatchObject({ status: 'approved', score: 782 });
    expect(await pinCodesTold(person)).toEqual(['411001']);
  });

  test('LEND-B03: W12, commitments of ₹18,000 leave room for ₹73,000, and less of them for more', async () => {
    const person = await applicant('9006');
    await sendEvidence(person);
    await approveVideo(person);
    await untilEvidence(person, 'verified');
    const { body } = await ask(person, false);
    expect(body).toMatchObject({ limitPaise: 7_300_000, reasons: [{ code: 'B03' }] });
    expect(body.whatIf).toEqual([
      {
        lever: 'obligations',
        lessPaise: 1_800_000,
        limitPaise: 12_700_000,
        gainPaise: 5_400_000,
        text: '₹18,000 less of EMIs elsewhere gives ₹54,000 more.',
      },
    ]);
  });

  test('LEND-P1: a lower outcome takes effect at once, with notice and its reasons', async () => {
    const person = await applicant();
    await ask(person);
    await person.ok('PATCH', '/me/profile', { monthlyIncomePaise: 1_900_000 });
    const { body } = await ask(person, false);
    expect(body).toMatchObject({
      status: 'declined',
      reasons: [{ code: 'D02', next: { when: 'after_evidence' } }],
    });
    expect(await look(person)).toMatchObject({ state: 'declined', limitPaise: 0 });
    expect(await notices(person)).toContain('Your credit limit is now ₹0');
    const mail = await until(async () =>
      (await person.inbox()).find((one) => JSON.stringify(one).includes('limit is now')),
    );
    expect(JSON.stringify(mail)).toContain('below ₹20,000');
  });

  test('LEND-P3: a report of more than ninety days blocks new payments until it is refreshed', async () => {
    const person = await applicant();
    await ask(person);
    const card = await person.addCard();
    await advance(server, 'P90D');
    await signInAgain(person);
    const ahead = await person.quote(card.id, 100_000);
    expect(await look(person)).toMatchObject({ state: 'active', isReportStale: false });
    // A quote lives fifteen minutes: it is moved to the next day with its owner's patience.
    await advance(server, 'P1D');
    await server.sql.query("update quotes set expires_at = expires_at + interval '2 days' where id = $1", [
      ahead.quoteId,
    ]);
    await signInAgain(person);
    expect(codeOf(await person.accept(ahead.quoteId))).toBe('credit_report_stale');
    const quote = { cardId: card.id, amountPaise: 100_000, plan: { kind: 'single' } };
    const refused = await person.call('POST', '/payments/quote', quote);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'credit_report_stale']);
    await until(async () =>
      (await notices(person)).includes('New payments are on hold') ? true : undefined,
    );
    expect(await look(person)).toMatchObject({
      state: 'suspended',
      stateReason: { code: 'report_stale' },
      limitPaise: 2_500_000,
      isReportStale: true,
    });
    expect(await person.ok('GET', '/me')).toMatchObject({ credit: { state: 'suspended' } });

    await ask(person, false);
    expect(await enquiriesOf(person)).toBe(2);
    expect(await look(person)).toMatchObject({ state: 'active', stateReason: null, limitPaise: 2_500_000 });
    expect((await person.accept((await person.quote(card.id, 100_000)).quoteId)).status).toBe(202);
  });

  test('LEND-P3: the half-yearly review is announced once', async () => {
    const person = await applicant();
    await ask(person);
    const { reviewDate } = await look(person);
    expect(reviewDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await advance(server, 'P190D');
    await signInAgain(person);
    const title = 'Your credit limit is due for its half-yearly review';
    await until(async () => ((await notices(person)).includes(title) ? true : undefined));
    await advance(server, 'P1D');
    await signInAgain(person);
    expect((await notices(person)).filter((one) => one === title)).toHaveLength(1);
  });
});

describe('another person’s', () => {
  test('offer is not found', async () => {
    const asha = await applicant();
    const ravi = await applicant();
    const offer = await offered(asha);
    for (const id of [offer.id, randomUUID()])
      for (const word of ['accept', 'decline'] as const)
        expect([(await answer(ravi, id, word)).status, codeOf(await answer(ravi, id, word))]).toEqual([
          404,
          'not_found',
        ]);
    expect(await look(asha)).toMatchObject({ offer: { id: offer.id } });
  });

  test('SPEC-1.limit-after-kyc: a visitor who has not onboarded has nothing, and is told what comes first', async () => {
    const person = await new Person(server).signUp();
    expect(await look(person)).toMatchObject({ state: 'none', offer: null, assessment: null });
    expect(codeOf(await ask(person))).toBe('onboarding_incomplete');
    expect((await sendEvidence(person)).body.code).toBe('onboarding_incomplete');
  });
});
