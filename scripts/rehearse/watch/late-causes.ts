import pg from 'pg';
import { type Cause, letTimePass, proveBooks, type Scene } from './scene.ts';
import { waitUntil } from './waiting.ts';

/** The key of the lock that a worker holds while it signs a day. */
const SIGNING_LOCK = 715_010;
const A_DAY = 'PT24H';
/** More than any cap of an hour. */
const MANY_MESSAGES = 1_000_000;
const REFUSED = 429;
const A_BILL_PAISE = 1500;

let hanging: readonly pg.Client[] = [];

/** Opens a transaction that holds what the statement locks, and leaves it open, in a session apart: the pool closes without it. */
async function hang({ databaseUrl }: Scene, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A database that is stopped ends it.
  client.on('error', () => {});
  await client.connect();
  hanging = [...hanging, client];
  await client.query('begin');
  await client.query(statement);
}

/** Ends the sessions that hang, and with them what they hold. */
async function letGo(): Promise<void> {
  for (const client of hanging) await client.end();
  hanging = [];
}

/** Waits for a figure as the workers read it: no cause after this one may stop them before. */
async function untilFigure({ sql }: Scene, name: string, isSo: (value: number) => boolean): Promise<void> {
  await waitUntil(`another value of ${name}`, async () => {
    const { rows } = await sql.query<{ value: number }>('select value from figures where name = $1', [name]);
    return rows.some(({ value }) => isSo(value));
  });
}

const workersOf = ({ names }: Scene) => names.filter((one) => one.startsWith('worker'));

const isNought = (value: number) => value === 0;

/** Sets the count of codes by SMS, of this hour and of the next: the cause may begin in the last minute of one. */
async function countSms({ sql }: Scene, more: number): Promise<void> {
  await sql.query(
    `insert into auth.sms_hours as h (hour, sent)
     select date_trunc('hour', now()) + make_interval(hours => later), greatest($1, 0) from generate_series(0, 1) later
     on conflict (hour) do update set sent = h.sent + $1`,
    [more],
  );
}

/** The same of mails of the whole installation. */
async function countMails({ sql }: Scene, more: number): Promise<void> {
  await sql.query(
    `insert into auth.mail_hours as h (hour, of_hash, asked)
     select date_trunc('hour', now()) + make_interval(hours => later), '', greatest($1, 1) from generate_series(0, 1) later
     on conflict (hour, of_hash) do update set asked = greatest(h.asked + $1, 1)`,
    [more],
  );
}

/** Asks for a code to a number or an address without an owner, and expects to be refused. */
async function askForCode({ url }: Scene, to: { phone: string } | { email: string }): Promise<void> {
  const answer = await fetch(`${url}/auth/v1/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(to),
  });
  const said = await answer.text();
  if (answer.status !== REFUSED) throw new Error(`a code beyond the cap: ${answer.status} ${said}`);
}

/** The causes after all payments: days pass on the clock, and at the end the workers stop. */
export const LATE_CAUSES: readonly Cause[] = [
  {
    alerts: ['ProcessDown'],
    what: 'one of two workers is stopped',
    madeBy: 'the world',
    begin: (scene) => scene.stop('worker 2'),
    end: (scene) => scene.start('worker 2'),
  },
  {
    alerts: ['CertificateEnds'],
    what: 'a certificate is shown that ends in ten days',
    madeBy: 'the world',
    begin: ({ certificate }) => Promise.resolve(certificate.show(10)),
    end: ({ certificate }) => Promise.resolve(certificate.show()),
  },
  {
    alerts: ['BaseCopyOld'],
    what: 'the newest base copy that the backup told of is of yesterday',
    madeBy: 'SQL',
    begin: ({ sql }) => sql.query("select base_copy_told(now() - interval '29 hours')"),
    end: ({ sql }) => sql.query('select base_copy_told(now())'),
  },
  {
    alerts: ['SmsRefused'],
    what: 'somebody asks for a code when the messages of the hour are used up',
    madeBy: 'SQL',
    async begin(scene) {
      await countSms(scene, MANY_MESSAGES);
      await askForCode(scene, { phone: '+919812345678' });
    },
    end: (scene) => countSms(scene, -MANY_MESSAGES),
  },
  {
    alerts: ['MailsRefused'],
    what: 'somebody asks for a mail when the mails of the hour are used up',
    madeBy: 'SQL',
    async begin(scene) {
      await countMails(scene, MANY_MESSAGES);
      await askForCode(scene, { email: 'nobody@example.com' });
    },
    end: (scene) => countMails(scene, -MANY_MESSAGES),
  },
  {
    alerts: ['BureauReportDue'],
    what: 'a report to the credit information companies was made and handed in at none of them',
    madeBy: 'SQL',
    begin: ({ sql, now }) =>
      sql.query(
        `insert into bureau_reports (as_on, after_on, due_on, is_full, begun_at, made_at)
         values ('2020-01-31', '2020-01-23', '2020-02-04', true, $1, $1)`,
        [new Date(now())],
      ),
    end: ({ sql }) => sql.query("delete from bureau_reports where as_on = '2020-01-31'"),
  },
  {
    alerts: ['BooksUnproven'],
    what: 'two days pass, and no night comes in which the books are proven',
    madeBy: 'the world',
    beside: ['JobsLate', 'BureauReportDue'],
    async begin(scene) {
      await letTimePass(scene, A_DAY);
      await letTimePass(scene, A_DAY);
    },
    async end(scene) {
      await proveBooks(scene);
      await untilFigure(scene, 'mohlat_books_proof_seconds', (value) => value < 60 * 60);
    },
  },
  {
    alerts: ['AnchorMissing', 'DayNotClosed'],
    what: 'a session that hangs holds the signing, another one every account, and two days pass',
    madeBy: 'the world',
    beside: ['BooksUnproven', 'JobsLate', 'BureauReportDue'],
    async begin(scene) {
      await hang(scene, `select pg_advisory_xact_lock(${SIGNING_LOCK})`);
      await letTimePass(scene, A_DAY);
      await untilFigure(scene, 'mohlat_anchors_missing', (value) => value > 0);
      // The run looks at a loan on the day after it is booked, and passes by one that has nothing due.
      await scene.payer.pay(scene.card.id, A_BILL_PAISE);
      const isDue = 'select 1 from loan_days where is_open and next_on is null';
      await waitUntil('a loan to close', async () => (await scene.sql.query(isDue)).rowCount !== 0);
      await hang(scene, 'select from credit_accounts for update');
      await letTimePass(scene, A_DAY);
      await untilFigure(scene, 'mohlat_days_unclosed', (value) => value > 0);
    },
    async end(scene) {
      await letGo();
      await proveBooks(scene);
      await untilFigure(scene, 'mohlat_days_unclosed', isNought);
      await untilFigure(scene, 'mohlat_anchors_missing', isNought);
    },
  },
  {
    alerts: ['FiguresOld'],
    what: 'no worker runs',
    madeBy: 'the world',
    beside: ['ProcessDown'],
    async begin(scene) {
      for (const name of workersOf(scene)) await scene.stop(name);
    },
    async end(scene) {
      for (const name of workersOf(scene)) await scene.start(name);
    },
  },
];
