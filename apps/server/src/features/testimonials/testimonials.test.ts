import type { AnswerOf, getProof, getTestimonial, listTestimonials, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { promote } from '#test/recordings.ts';
import type { Person } from '#test/person.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, somebody } from '#test/steps.ts';

let server: TestServer;
let staff: Person;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  staff = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());

const SENTENCE = 'The total on the receipt was the total I had seen before.';
const path = ({ id }: Loan) => `/payments/${id}/testimonial`;
const own = (loan: Loan) => loan.person.ok<AnswerOf<typeof getTestimonial>>('GET', path(loan));
const give = (loan: Loan, quote = SENTENCE) =>
  loan.person.call<AnswerOf<typeof getTestimonial> & Problem>('PUT', path(loan), {
    quote,
    language: 'en',
    mayBePublished: true,
  });
async function aRepaidLoan(): Promise<Loan> {
  const loan = await aLoan(300_000);
  await loan.person.repay(loan.id, loan.owed);
  return loan;
}
const waiting = async (status = 'waiting') =>
  (await staff.ok<AnswerOf<typeof listTestimonials>>('GET', `/admin/testimonials?status=${status}`)).items;
const judge = (id: string, isPublished: boolean, by = staff) =>
  by.call<Problem>('POST', `/admin/testimonials/${id}/verdict`, { isPublished });
/** Reads the proof as a visitor, after a time in which earlier figures became too old. */
async function proof(after = 'PT11M'): Promise<AnswerOf<typeof getProof>> {
  await advance(server, after);
  const reply = await fetch(`${server.url}/api/v1/public/proof`);
  return (await reply.json()) as AnswerOf<typeof getProof>;
}

describe('a sentence', () => {
  test('can be left once the last instalment is paid, and not before', async () => {
    const loan = await aLoan(300_000);
    const early = await give(loan);
    expect([early.status, early.body.code, (await own(loan)).canGive]).toEqual([
      409,
      'testimonial_too_early',
      false,
    ]);
    await loan.person.repay(loan.id, loan.owed);
    expect(await own(loan)).toEqual({ canGive: true, given: null });
    expect((await give(loan)).body).toMatchObject({
      canGive: true,
      given: { quote: SENTENCE, status: 'waiting' },
    });
  });

  test('without consent, too short, too long or without letters is no sentence', async () => {
    const loan = await aRepaidLoan();
    const without = await loan.person.call('PUT', path(loan), {
      quote: SENTENCE,
      language: 'en',
      mayBePublished: false,
    });
    const replies = [without];
    for (const quote of ['Good.', 'x'.repeat(281), '\u3164'.repeat(40)])
      replies.push(await give(loan, quote));
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect((await own(loan)).given).toBeNull();
  });

  test('that is sent twelve times at once stands once', async () => {
    const loan = await aRepaidLoan();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => give(loan, `${SENTENCE} It was number ${turn}.`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect((await own(loan)).given?.quote).toMatch(/It was number \d+\.$/);
  });

  test('is not shown until staff publish it, then without name and sum', async () => {
    const loan = await aRepaidLoan();
    await give(loan, `${SENTENCE} Really.`);
    expect((await proof()).testimonials).toEqual([]);
    const found = (await waiting()).find(({ quote }) => quote.endsWith('Really.'));
    expect((await judge(found!.id, true)).status).toBe(204);
    expect((await proof()).testimonials).toEqual([
      { quote: `${SENTENCE} Really.`, language: 'en', instalments: 1 },
    ]);
    expect((await own(loan)).given?.status).toBe('published');
    expect((await judge(found!.id, false)).status).toBe(204);
    expect((await proof()).testimonials).toEqual([]);
  });

  test('that is taken back is gone, and other words wait again', async () => {
    const loan = await aRepaidLoan();
    await give(loan);
    const first = (await waiting()).at(-1);
    await judge(first!.id, true);
    await give(loan, 'Other words, which staff have not read so far.');
    expect((await own(loan)).given?.status).toBe('waiting');
    expect((await proof()).testimonials).toEqual([]);
    await loan.person.ok('DELETE', path(loan));
    await loan.person.ok('DELETE', path(loan));
    expect((await own(loan)).given).toBeNull();
    expect((await judge(first!.id, true)).status).toBe(404);
  });

  test('that was published and is taken back is shown to no visitor a minute later', async () => {
    const loan = await aRepaidLoan();
    await give(loan, `${SENTENCE} For a while.`);
    const found = (await waiting()).find(({ quote }) => quote.endsWith('For a while.'));
    await judge(found!.id, true);
    expect((await proof('PT1M')).testimonials).toHaveLength(1);
    await loan.person.ok('DELETE', path(loan));
    expect((await proof('PT1M')).testimonials).toEqual([]);
  });

  test('staff cannot publish their own, and each verdict is audited', async () => {
    const loan = await aRepaidLoan();
    await give(loan, 'I work here, and I think that we are very good.');
    await promote(server, loan.person);
    const mine = (await waiting()).find(({ quote }) => quote.startsWith('I work here'));
    const refused = await judge(mine!.id, true, loan.person);
    expect([refused.status, refused.body.code]).toEqual([403, 'own_account']);
    await judge(mine!.id, false);
    const { rows } = await server.sql.query<{ details: unknown }>(
      `select details - 'roles' as details from audit_log where action = 'testimonial.judged' and object_id = $1`,
      [mine!.id],
    );
    expect(rows).toEqual([{ details: { status: 'declined' } }]);
  });
});

test('the public figures count bills that were paid, and those paid by their day', async () => {
  const before = await proof();
  const inTime = await aLoan(200_000);
  const late = await aLoan(200_000);
  await aLoan(200_000);
  await server.sql.query(
    `update payments set bill_due_on = ist_date(paid_at) - case when id = $1 then 0 else 1 end where id in ($1, $2)`,
    [inTime.id, late.id],
  );
  const after = await proof();
  expect(after.billsPaidCount).toBe(before.billsPaidCount + 3);
  expect(after.datedCount).toBe(before.datedCount + 2);
  expect(after.inTimeCount).toBe(before.inTimeCount + 1);
});
