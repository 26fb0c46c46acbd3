import { BILL_STATUSES } from '@mohlat/contract';
import type { LoanStatus } from '@mohlat/lending';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { STATUS_SQL, statusOf } from '../payments.facts.ts';

const LOANS: readonly (LoanStatus | null)[] = [
  null,
  'active',
  'npa',
  'closed',
  'settled',
  'exited',
  'written_off',
  'unwound',
];

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('given any status of a bill and its loan, when a list filters by status, then it finds those of that status', async () => {
  const cases = BILL_STATUSES.flatMap((billStatus) =>
    LOANS.map((loanStatus) => ({ billStatus, loanStatus })),
  );
  const { rows } = await lab.owner.query<{ status: string }>(
    `select ${STATUS_SQL} as status
     from unnest($1::text[], $2::text[]) with ordinality as x(bill_status, status, at)
     cross join lateral (select x.bill_status) p cross join lateral (select x.status) l order by x.at`,
    [cases.map(({ billStatus }) => billStatus), cases.map(({ loanStatus }) => loanStatus)],
  );
  expect(rows.map(({ status }) => status)).toEqual(cases.map((one) => statusOf(one)));
});
