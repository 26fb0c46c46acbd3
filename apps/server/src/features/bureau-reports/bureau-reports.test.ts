import {
  type AnswerOf,
  CREDIT_INFORMATION_COMPANIES,
  type listBureauReports,
  type listNotifications,
  type Overview,
  type PersonalData,
  type Problem,
} from '@mohlat/contract';
import { addDays, formatRupees, istDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBorrower, aPaidBill } from '#test/borrowing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { advance, somebody } from '#test/steps.ts';
import { drained } from '#test/waiting.ts';
import { accountNumberOf, COLUMNS } from './bureau-reports.file.ts';
import { TELL_TASK } from './bureau-reports.tell.ts';

type Report = AnswerOf<typeof listBureauReports>['items'][number];

let server: TestServer;
let finance: Person;
let support: Person;
let borrower: Person;
let punctual: Person;
let loanId: string;
let report: Report;

const list = async (query = '') =>
  (await finance.ok<AnswerOf<typeof listBureauReports>>('GET', `/admin/bureau-reports${query}`)).items;

beforeAll(async () => {
  // Between two days that are reported: at one of them there would be a second report.
  server = await startTestServer({ startsAt: '2027-01-17T06:30:00Z' });
  [finance, support] = [await somebody(server).signUp(), await somebody(server).signUp()];
  await promote(server, finance, { roles: ['finance'] });
  await promote(server, support, { roles: ['support'] });
  borrower = await aBorrower(server);
  const on = addDays(istDate(server.now()), -40);
  loanId = await aPaidBill(server, borrower, { billPaise: 500_000, on });
  // Its first day is the first that the book closes.
  punctual = await aBorrower(server);
  await aPaidBill(server, punctual, { billPaise: 300_000 });
  // The law wants them told, whatever they said of mails.
  await borrower.ok('PUT', '/me/preferences', { channels: { email: false } });
  await advance(server, 'P2D');
  report = await until(async () => (await list())[0]);
});
afterAll(() => server.stop());

/** A line of the file by the names of its columns. */
function cellsOf(line: string): Record<string, string> {
  const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
    cell!.replace(/^"|"$/g, ''),
  );
  return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]!]));
}

const fileOf = ({ id }: Report, person = finance) =>
  person.call<string>('GET', `/admin/bureau-reports/${id}/file`);

const auditedOf = async (action: string) =>
  (
    await server.sql.query<{ object_id: string; details: unknown }>(
      "select object_id, details - 'roles' as details from audit_log where action = $1 order by seq",
      [action],
    )
  ).rows;

test('LEND-24: given a report, when finance takes its file, then each account is a line with its person, and the totals come last', async () => {
  const reply = await fileOf(report);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-disposition')).toContain(`mohlat-bureau-report-${report.asOn}.csv`);
  const [head, ...lines] = reply.body.trimEnd().split('\r\n');
  expect(head).toContain(COLUMNS.join(','));
  expect(lines).toHaveLength(report.accountCount + 1);
  const own = cellsOf(lines.find((line) => line.includes(loanId))!);
  const { rows } = await server.sql.query<{ full_name: string; date_of_birth: string }>(
    'select full_name, date_of_birth::text from profiles where user_id = $1',
    [await idOf(borrower)],
  );
  expect(own).toMatchObject({
    Record: 'current',
    'As on': report.asOn,
    Account: expect.stringMatching(/^[0-9A-Z]{25}$/),
    Loan: loanId,
    Name: rows[0]!.full_name,
    'Date of birth': rows[0]!.date_of_birth,
    PAN: borrower.pan,
    'Sanctioned (INR)': '5100.00',
    Status: 'open',
    'Asset class': 'SMA0',
  });
  expect(Number(own['Days past due'])).toBeGreaterThan(0);
  expect(own['Overdue (INR)']).toBe((report.overduePaise / 100).toFixed(2));
  expect(cellsOf(lines.at(-1)!)).toMatchObject({
    Record: 'total',
    Account: String(report.accountCount),
    'Balance (INR)': (report.balancePaise / 100).toFixed(2),
    'Overdue (INR)': (report.overduePaise / 100).toFixed(2),
  });
  expect(await auditedOf('bureau_report.exported')).toEqual([
    { object_id: report.id, details: { asOn: report.asOn, accounts: report.accountCount } },
  ]);
  expect((await list())[0]?.fetchedAt).not.toBeNull();
});

test('LEND-24: given a report to submit, then it is work that waits until every company had it', async () => {
  const waits = async () =>
    (await finance.ok<Overview>('GET', '/admin/overview')).todo.find(({ kind }) => kind === 'bureau_reports');
  expect(await waits()).toMatchObject({ count: 1, path: '/admin/bureau-reports?state=waiting' });
  for (const company of CREDIT_INFORMATION_COMPANIES) {
    expect(await list('?state=waiting')).toHaveLength(1);
    const reply = await finance.call('POST', `/admin/bureau-reports/${report.id}/submissions`, {
      company,
      reference: `R-${company}`,
    });
    expect(reply.status).toBe(204);
  }
  expect(await list('?state=waiting')).toEqual([]);
  expect((await waits())?.count ?? 0).toBe(0);
  const [submitted] = await list('?state=submitted');
  expect(submitted?.submissions.map(({ company, reference }) => [company, reference])).toEqual(
    CREDIT_INFORMATION_COMPANIES.map((company) => [company, `R-${company}`]),
  );
  expect((await auditedOf('bureau_report.submitted'))[0]).toEqual({
    object_id: report.id,
    details: { asOn: report.asOn, company: 'cibil', reference: 'R-cibil' },
  });
});

test('LEND-23, LEND-24: given a report of a default, when its first company has it, then its person is told once', async () => {
  const told = async (person: Person) =>
    (await person.ok<AnswerOf<typeof listNotifications>>('GET', '/notifications')).items.filter(
      ({ title }) => title === 'Reported to the credit bureaus',
    );
  const notice = await until(async () => (await told(borrower))[0]);
  const mail = await until(async () =>
    (await borrower.inbox()).find(({ subject }) => subject.startsWith('Reported to the credit')),
  );
  await drained();
  const { rows } = await server.sql.query<{ overdue: string }>(
    'select sum(overdue_paise) as overdue from bureau_records where user_id = $1 and reported_on = $2',
    [await idOf(borrower), report.asOn],
  );
  const overdue = formatRupees(paise(Number(rows[0]!.overdue)));
  expect([notice.description, mail.subject]).toEqual([
    expect.stringContaining(overdue),
    expect.stringContaining(overdue),
  ]);
  expect(await told(punctual)).toEqual([]);
  // As after a process that was killed before it could say that it had told everybody.
  await server.sql.query('select enqueue_job($1, $2)', [TELL_TASK, { reportId: report.id }]);
  await drained();
  expect(await told(borrower)).toHaveLength(1);
});

test('LEND-24: given a receipt that was mistyped, when it is noted again, then the newer one counts', async () => {
  await finance.ok('POST', `/admin/bureau-reports/${report.id}/submissions`, {
    company: 'crif',
    reference: 'CHM-2',
  });
  const [one] = await list();
  expect(one?.submissions.find(({ company }) => company === 'crif')?.reference).toBe('CHM-2');
});

test('LEND-24: given staff of other roles, or a report that is none, then it is refused', async () => {
  for (const reply of [
    await fileOf(report, support),
    await support.call('GET', '/admin/bureau-reports'),
    await support.call('POST', `/admin/bureau-reports/${report.id}/submissions`, {
      company: 'crif',
      reference: 'CHM-3',
    }),
  ])
    expect((reply.body as Problem).code).toBe('role_required');
  const none = { ...report, id: loanId };
  expect((await fileOf(none)).status).toBe(404);
  const noted = await finance.call('POST', `/admin/bureau-reports/${loanId}/submissions`, {
    company: 'crif',
    reference: 'CHM-3',
  });
  expect(noted.status).toBe(404);
});

test('LEND-24: given a loan that was reported, when its owner copies their data, then it has what was told of them', async () => {
  // The lab's orders to a rail hold no sealed text.
  await server.sql.query('update payment_attempts set request_sealed = null, mobile_sealed = null');
  const { sections } = await borrower.ok<PersonalData>('GET', '/me/export');
  expect(sections.find(({ name }) => name === 'bureau_records')).toMatchObject({
    title: 'Reported to credit bureaus',
    items: [{ loanId, reportedOn: report.asOn, asOn: report.asOn, status: 'open', assetClass: 'SMA0' }],
  });
});

test('LEND-24: given the ids of loans, then their account numbers fit the formats of the companies, and are as different as the ids', () => {
  const ids = [
    '00000000-0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-000000000001',
    '019a1b2c-3d4e-7f60-8123-456789abcdef',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ];
  expect(ids.map(accountNumberOf)).toEqual([
    '0000000000000000000000000',
    '0000000000000000000000001',
    '03EWWBXOV1G4YTBDQIMGZVU9B',
    'F5LXX1ZZ5PNORYNQGLHZMSP33',
  ]);
});
