import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, crediting, PDF } from '#test/crediting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { promote } from '#test/recordings.ts';
import { advance, signInAgain } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { applicant, ask, look, answer, approveVideo, idOf, notices, sendEvidence, judge, untilEvidence } =
  crediting(() => server);

describe('evidence of income', () => {
  test('LEND-B04: a person looks, and what the document shows counts, not what was typed', async () => {
    const person = await applicant();
    await ask(person);
    const sent = await sendEvidence(person, { monthlyIncomePaise: '7000000' });
    expect([sent.status, sent.body.status]).toEqual([201, 'pending']);
    expect((await sendEvidence(person)).body.code).toBe('evidence_pending');
    const id = await idOf(person);
    const { rows } = await server.sql.query('select kind, subject_id from reviews where user_id = $1', [id]);
    expect(rows).toEqual([{ kind: 'income', subject_id: sent.body.id }]);
    await judge(sent.body.id, { status: 'approved', readIncomePaise: 6_000_000 });
    expect(await untilEvidence(person, 'verified')).toMatchObject({
      monthlyIncomePaise: 7_000_000,
      verifiedIncomePaise: 6_000_000,
    });
    expect(await notices(person)).toContain('Your income is verified');
    expect(await look(person)).toMatchObject({ limitPaise: 2_500_000 });

    await approveVideo(person);
    const { body } = await ask(person, false);
    expect(body.factors.map((one) => one.code)).toEqual(['B01', 'B02', 'B03']);
    expect(body.factors.find((one) => one.code === 'B02')).toMatchObject({ amountPaise: 10_500_000 });
    expect(body.offer).toMatchObject({ limitPaise: 9_000_000 });
    await answer(person, body.offer!.id, 'accept');

    await advance(server, 'P190D');
    await signInAgain(person);
    expect((await look(person)).evidence).toMatchObject({ status: 'expired' });
    const again = (await ask(person, false)).body;
    expect(again).toMatchObject({ limitPaise: 2_500_000, reasons: [{ code: 'B04' }] });
  });

  test('LEND-B04: a rejected document says why, and another may be sent', async () => {
    const person = await applicant();
    const { body } = await sendEvidence(person);
    await judge(body.id, { status: 'rejected', reason: 'The slip is of 2024.' });
    expect(await untilEvidence(person, 'rejected')).toMatchObject({
      reason: 'The slip is of 2024.',
      verifiedIncomePaise: null,
    });
    const { rows } = await server.sql.query(
      `select n.texts->'hi' as hi, n.link from notifications n join income_evidence e using (user_id)
       where e.id = $1 order by n.at desc, n.id desc limit 1`,
      [body.id],
    );
    expect(rows).toEqual([
      {
        hi: {
          title: 'हम आपकी आय सत्यापित नहीं कर सके',
          description: 'The slip is of 2024. आप दूसरा दस्तावेज़ भेज सकते हैं।',
        },
        link: '/dashboard/credit',
      },
    ]);
    expect((await sendEvidence(person, { kind: 'bank_statement' })).status).toBe(201);
  });

  test('LEND-B04: staff look at the document, write what they read in it, and never judge their own', async () => {
    await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
    const staff = await promote(server, await applicant('0781'));
    const person = await applicant('0781');
    const mine = await sendEvidence(staff);
    const theirs = await sendEvidence(person);
    const reviewOf = async (subjectId: string) => {
      const { rows } = await server.sql.query<{ id: string }>(
        'select id from reviews where subject_id = $1',
        [subjectId],
      );
      return `/admin/kyc/reviews/${rows[0]!.id}`;
    };
    const path = await reviewOf(theirs.body.id);
    const detail = await staff.ok<{ facts: { code: string; value: string }[]; file: { type: string } }>(
      'GET',
      path,
    );
    expect(detail.facts).toContainEqual({ code: 'declared_income', value: '₹85,000' });
    expect(detail.file.type).toBe('application/pdf');
    const own = await staff.call('POST', await reviewOf(mine.body.id), { decision: 'approve' });
    expect(codeOf(own)).toBe('own_account');
    await staff.ok('POST', path, { decision: 'approve', verifiedIncomePaise: 7_200_000 });
    expect((await look(person)).evidence).toMatchObject({
      status: 'verified',
      verifiedIncomePaise: 7_200_000,
    });
    const { rows } = await server.sql.query(
      `select details - 'roles' as details from audit_log where action = 'review.decided' and object_id = $1`,
      [path.split('/').at(-1)],
    );
    // The signed log says what counts from now on, and what the person had said.
    const figures = { declaredIncomePaise: 8_500_000, verifiedIncomePaise: 7_200_000 };
    expect(rows).toEqual([
      { details: { kind: 'income', before: 'open', after: 'approved', code: null, ...figures } },
    ]);
    await server.control('POST', '/act', { what: 'auditor_policy', policy: 'approve' });
  });

  test('only what is a PDF or a picture by its own bytes is taken', async () => {
    const person = await applicant();
    for (const content of [
      Buffer.from('hello'),
      Buffer.from('<html><body>%PDF-1.7</body></html>'),
      Buffer.from('MZ'),
    ]) {
      const reply = await sendEvidence(person, { content });
      expect([reply.status, reply.body.code]).toEqual([422, 'evidence_unreadable']);
    }
    const bad = await sendEvidence(person, { monthlyIncomePaise: '-5' });
    expect([bad.status, bad.body.code]).toEqual([422, 'validation_failed']);
    const large = await sendEvidence(person, {
      content: Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]),
    });
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large']);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect((await sendEvidence(person, { content: png })).status).toBe(201);
    const id = await idOf(person);
    const { rows } = await server.sql.query(
      'select count(*)::int as kept from stored_files where user_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kept: 1 }]);
  });

  test('of ten documents at once one is taken', async () => {
    const person = await applicant();
    const replies = await Promise.all(Array.from({ length: 10 }, () => sendEvidence(person)));
    const taken = replies.filter((one) => one.status === 201);
    expect(taken).toHaveLength(1);
    for (const reply of replies.filter((one) => one.status !== 201))
      expect(reply.body.code).toBe('evidence_pending');
  });
});
