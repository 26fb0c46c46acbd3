import type {
  AdminPayment,
  AnswerOf,
  getApproval,
  getHardshipForStaff,
  HardshipState,
  listHardships,
  Problem,
} from '@mohlat/contract';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freezeBetween } from '#test/freezing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { standingAt } from '#test/standings.ts';
import { signInAgain, somebody } from '#test/steps.ts';

describe('a person who says that they cannot pay on time', () => {
  let server: TestServer;
  let loan: Loan;
  let staff: Person;
  const { aLoan, w2, onDay } = repaying(() => server);
  beforeAll(async () => {
    server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
    loan = await w2(2027);
  });
  afterAll(() => server.stop());

  const tell = (body: object) =>
    loan.person.call<HardshipState>('POST', `/payments/${loan.id}/hardship`, body);
  const look = () => loan.person.ok<HardshipState>('GET', `/payments/${loan.id}/hardship`);
  const notices = async () =>
    (await loan.person.ok<{ items: { title: string; description: string }[] }>('GET', '/notifications'))
      .items;
  const closedThrough = (day: string) =>
    until(async () => {
      const { rows } = await server.sql.query(
        'select 1 from loan_days where loan_id = $1 and loan_closed_through(closed_through_on, next_on) >= $2::date',
        [loan.id, day],
      );
      return rows.length > 0 ? true : undefined;
    });

  test('LEND-23: can say so once it is near, and is told until when reminders and charges rest', async () => {
    expect(await look()).toEqual({ hardship: null, canTell: false });
    await onDay(loan, '2027-02-16');
    expect(await look()).toEqual({ hardship: null, canTell: true });
    const told = await tell({ reason: 'illness', note: ' In hospital until March ' });
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({
      hardship: { reason: 'illness', note: 'In hospital until March', untilDate: '2027-03-17' },
      canTell: false,
    });
    const title = 'We know that you cannot pay on time';
    expect(await notices()).toContainEqual(
      expect.objectContaining({
        title,
        description: expect.stringContaining('Until 17 March 2027 no reminders') as string,
      }),
    );
    await until(async () => (await loan.person.inbox()).find((mail) => mail.subject === title));
  });

  test('LEND-23: told again, twice at once, the first answer stands', async () => {
    const before = await look();
    const replies = await Promise.all([tell({ reason: 'other' }), tell({ reason: 'job_loss' })]);
    expect(replies.map((one) => one.body.hardship)).toEqual([before.hardship, before.hardship]);
  });

  test('LEND-23: staff see who said so, and that they looked is written down', async () => {
    staff = await promote(server, await somebody(server).signUp());
    await staff.onboard();
    const page = await staff.ok<AnswerOf<typeof listHardships>>('GET', '/admin/hardships');
    expect(page.items).toMatchObject([
      {
        paymentId: loan.id,
        reason: 'illness',
        endedDate: null,
        account: { name: expect.any(String) as string },
      },
    ]);
    expect((await staff.ok<{ items: unknown[] }>('GET', '/admin/hardships?status=ended')).items).toEqual([]);
    const { rows } = await server.sql.query("select 1 from audit_log where action = 'hardships.read'");
    expect(rows.length).toBe(2);
  });

  test('staff are led to it from the story of the person and from the payment', async () => {
    const { items } = await staff.ok<AnswerOf<typeof listHardships>>('GET', '/admin/hardships');
    const { id, account, paymentId, untilDate } = items[0]!;
    const story = await staff.ok<{ items: { kind: string; objectId: string }[] }>(
      'GET',
      `/admin/users/${account.id}/timeline?kind=hardship`,
    );
    expect(story.items.map(({ objectId }) => objectId)).toEqual([id]);
    const { hardships } = await staff.ok<AdminPayment>('GET', `/admin/payments/${paymentId}`);
    expect(hardships).toEqual([{ id, fromDate: expect.any(String) as string, untilDate, endedDate: null }]);
  });

  test('LEND-24: staff see where it stands, and two of them let it go on to a later day', async () => {
    const { items } = await staff.ok<AnswerOf<typeof listHardships>>('GET', '/admin/hardships');
    const path = `/admin/hardships/${items[0]!.id}`;
    const see = () => staff.ok<AnswerOf<typeof getHardshipForStaff>>('GET', path);
    expect(await see()).toMatchObject({
      isActive: true,
      fromDate: '2027-02-16',
      untilDate: '2027-03-17',
      extensibleUntil: '2027-05-16',
      outstandingPaise: loan.owed,
      openApprovalId: null,
    });
    const ask = (untilDate: string, by = staff) =>
      by.call<{ approvalId: string } & Problem>('POST', `${path}/extension`, {
        untilDate,
        reason: 'In hospital',
      });
    for (const day of ['2027-03-17', '2027-05-17'])
      expect((await ask(day)).body.code).toBe('hardship_extension_day');
    const { body } = await ask('2027-04-30');
    const proposal = await staff.ok<AnswerOf<typeof getApproval>>(
      'GET',
      `/admin/approvals/${body.approvalId}`,
    );
    expect(proposal.facts).toContainEqual({ code: 'outstanding_paise', value: loan.owed });
    expect((await ask('2027-05-01')).body.code).toBe('approval_open');
    const decide = (by: Person) =>
      by.call<Problem>('POST', `/admin/approvals/${body.approvalId}`, { decision: 'approve' });
    expect((await decide(staff)).body.code).toBe('second_person_required');
    expect((await see()).openApprovalId).toBe(body.approvalId);
    const colleague = await promote(server, await somebody(server).signUp());
    expect((await decide(colleague)).status).toBe(200);
    expect(await see()).toMatchObject({ untilDate: '2027-04-30', openApprovalId: null });
    // Work of the day itself may tell them something else at the same time.
    expect((await notices()).map(({ description }) => description)).toContainEqual(
      expect.stringContaining('Until 30 April 2027'),
    );
    const own = await promote(server, loan.person);
    expect((await ask('2027-05-01', own)).body.code).toBe('own_account');
  });

  test('LEND-23: is charged nothing meanwhile, but the days past due go on', async () => {
    await onDay(loan, '2027-02-20');
    await closedThrough('2027-02-19');
    expect((await loan.person.payment(loan.id)).charges).toEqual([]);
    expect(await standingAt(server.sql, loan.id, '2027-02-19')).toMatchObject({ dpd: 5 });
  });

  test('LEND-23: it ends when what is overdue is repaid, and cannot be told again at once', async () => {
    await loan.person.repay(loan.id, 520_000);
    await onDay(loan, '2027-03-02');
    await closedThrough('2027-03-01');
    expect(await look()).toEqual({ hardship: null, canTell: false });
    const again = await tell({ reason: 'other' });
    expect([again.status, (again.body as unknown as Problem).code]).toEqual([409, 'hardship_told_lately']);
    await promote(server, await signInAgain(staff));
    const { items } = await staff.ok<AnswerOf<typeof listHardships>>('GET', '/admin/hardships?status=ended');
    const late = { untilDate: '2027-05-01', reason: 'In hospital' };
    const longer = await staff.call<Problem>('POST', `/admin/hardships/${items[0]!.id}/extension`, late);
    expect([longer.status, longer.body.code]).toEqual([409, 'hardship_over']);
    await onDay(loan, '2027-03-19');
    await closedThrough('2027-03-18');
    expect((await loan.person.payment(loan.id)).charges).toHaveLength(1);
  });

  test('LEND-X10: given a freeze that put off a due date, then staff see the day of demand', async () => {
    const other = await aLoan(900_000, 3);
    const [from, to] = [businessDate('2027-04-10'), businessDate('2027-04-25')];
    await freezeBetween(server, other.id, { from, to });
    await onDay(other, '2027-04-26');
    await other.person.ok('POST', `/payments/${other.id}/hardship`, { reason: 'other' });
    await promote(server, await signInAgain(staff));
    const { items } = await staff.ok<AnswerOf<typeof listHardships>>('GET', '/admin/hardships');
    const { id } = items.find((one) => one.paymentId === other.id)!;
    const see = await staff.ok<AnswerOf<typeof getHardshipForStaff>>('GET', `/admin/hardships/${id}`);
    expect(see.nextDueDate).toBe('2027-04-26');
  });
});

const START = businessDate('2026-01-15');
const on = (day: number): BusinessDate => addDays(START, day);

describe('a hardship and money that is heard of late', () => {
  const labs: Lab[] = [];
  beforeAll(async () => {
    labs.push(await openLab(), await openLab());
  });
  afterAll(() => Promise.all(labs.map((lab) => lab.close())));

  /** Told on the second day late; money of ten days later is heard of `heardAfter` days later still. */
  async function live(lab: Lab, heardAfter: number): Promise<LabLoan> {
    const loan = await lab.lend('hard l1', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
    const hard = 32;
    const paid = 42;
    const reach = async (day: number) => {
      lab.set(noonOf(on(day)));
      await lab.catchUp(loan, on(day - 1));
    };
    await reach(hard);
    await tell(lab, loan, hard);
    await reach(paid + heardAfter);
    await lab.credit(loan, 'rescue', 520_000, noonOf(on(paid)));
    await reach(100);
    return loan;
  }

  const tell = (lab: Lab, loan: LabLoan, day: number) =>
    lab.worker.forUser(loan.userId, (tx) =>
      tx.call(
        `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
         values ($1, $2, $2, 'other', $3, $4, $5)`,
        [loan.userId, loan.loanId, noonOf(on(day)), on(day), on(day + 29)],
      ),
    );

  test('LEND-W6, LEND-23: ends on the same day, with the same charges, as when it is heard of at once', async () => {
    const [atOnce, late] = labs as [Lab, Lab];
    await live(atOnce, 0);
    await live(late, 30);
    const endedOn = async (lab: Lab) => (await lab.owner.query('select ended_on from hardships')).rows;
    expect(await endedOn(atOnce)).toEqual([{ ended_on: on(42) }]);
    expect(await endedOn(late)).toEqual(await endedOn(atOnce));
    expect(await bookOutcome(late)).toEqual(await bookOutcome(atOnce));
    expect(await late.broken()).toEqual([]);
  });
});

describe('LEND-L3: a day on which no person could repay because of us', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  test('brings no late charge on the morning after it', async () => {
    const loan = await lab.lend('outage l1', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
    // Due on day 31, charged on the morning of day 35.
    await lab.owner.query("insert into channel_outages values ($1, 'checkout down', now())", [on(34)]);
    lab.set(noonOf(on(65)));
    await lab.catchUp(loan, on(64));
    const { rows } = await lab.owner.query(
      'select number, late_days from charges order by number, late_days',
    );
    expect(rows).toEqual([
      { number: 1, late_days: 34 },
      { number: 2, late_days: 4 },
    ]);
  });
});

test('a story of hardships says how many earlier ones it leaves out', async () => {
  const server = await startTestServer();
  try {
    const asha = await somebody(server).ready();
    const { id: userId } = await asha.ok<{ id: string }>('GET', '/me');
    const payment = await asha.pay((await asha.addCard()).id, 300_000);
    await asha.untilBill(payment.id, 'paid');
    const staff = await promote(server, await somebody(server).signUp(), { roles: ['support', 'risk'] });
    await server.sql.query(
      `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
       select $1, gen_random_uuid(), $2, 'illness', now(), date '2020-01-01' + n, date '2020-01-20' + n from generate_series(1, 14) n`,
      [userId, payment.id],
    );
    const { rows } = await server.sql.query<{ id: string }>(
      'select id from hardships where user_id = $1 order by from_on desc limit 1',
      [userId],
    );
    const { earlier, earlierLeftOutCount } = await staff.ok<AnswerOf<typeof getHardshipForStaff>>(
      'GET',
      `/admin/hardships/${rows[0]!.id}`,
    );
    expect([earlier.length, earlierLeftOutCount, earlier[0]!.fromDate]).toEqual([10, 3, '2020-01-14']);
  } finally {
    await server.stop();
  }
});
