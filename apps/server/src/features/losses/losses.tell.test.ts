import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { proposing } from '#test/proposing.ts';
import { repaying } from '#test/repaying.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
}

let server: TestServer;
const { aLoan } = repaying(() => server);
const { arrive, offer, proposed, approve } = proposing(() => server);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  await arrive();
});
afterAll(() => server.stop());

test.each([
  [
    'en',
    'Agreed: pay ₹1,000 by 29 January 2027 and this loan is closed',
    'If all of it has not come in by that day, or a bank takes back an earlier repayment, the agreement no longer holds and you owe the full amount.',
  ],
  [
    'hi',
    'तय हुआ: 29 जनवरी 2027 तक ₹1,000 चुकाएँ और यह लोन बंद हो जाएगा',
    'अगर उस दिन तक पूरी रकम नहीं आई, या किसी बैंक ने पहले की कोई चुकौती वापस ले ली, तो यह समझौता लागू नहीं रहेगा और आप पर पूरा बकाया रहेगा।',
  ],
])(
  'given a reader of %s, when a lower sum is agreed, then a mail says it',
  async (language, subject, after) => {
    const loan = await aLoan(300_000);
    const { id, person } = loan;
    await server.sql.query(
      `insert into preferences (user_id, updated_at, language) select user_id, now(), $2 from loans where id = $1
     on conflict (user_id) do update set language = excluded.language`,
      [id, language],
    );
    expect(await approve(await proposed(loan, 'settlements', offer()))).toEqual([200]);
    const mail = await until(async () => {
      const mails = await server.control<Mail[]>('GET', `/outbox?to=${encodeURIComponent(person.email)}`);
      return mails.find((one) => one.subject === subject);
    });
    expect(mail.text).toContain(after);
    expect(mail.text).toContain(`/dashboard/payments/${id}`);
  },
);
