import { businessDate, HOUR_MS, MINUTE_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLender } from '#features/settings/index.ts';
import { ProviderContractDrift, ProviderRejected, ProviderTimeout } from '#providers/index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { readReturnWindow } from './mandates.config.ts';
import { lookAtMandate, type MandateDeps } from './mandates.look.ts';
import { lookAtPresentation } from './mandates.present.ts';

/** Mandates and debits about which the rail answers, and says nothing that helps, each time it is asked. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const BEGUN = noonOf(businessDate('2027-02-15'));
const hoursLater = (hours: number) => new Date(BEGUN.getTime() + hours * HOUR_MS);
const at = { provider: 'razorpay', message: 'no' } as const;
const REJECTED = new ProviderRejected({ ...at, op: 'paymentsOf' });
const DRIFT = new ProviderContractDrift({ ...at, op: 'getMandate', field: 'recurring_details.status' });
const SILENT = new ProviderTimeout({ ...at, op: 'getMandate' });

async function aMandate(name: string): Promise<LabLoan & { readonly mandateId: string }> {
  const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
  const loan = await lab.lend(`${name} l`, terms);
  lab.set(BEGUN);
  const { rows } = await lab.owner.query<{ id: string }>(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at, confirmed_at)
     values ($1, new_id(), $2, 'upi', 'active', 600000, '2027-08-01', $4, 'customer', $3, $3) returning id`,
    [loan.userId, loan.loanId, BEGUN, `token_${name}`],
  );
  return { ...loan, mandateId: rows[0]!.id };
}

const depsWith = (providers: object) => {
  const deps = { ...lab.deps, lender: readLender({}, true), returnWindow: readReturnWindow({}), providers };
  return deps as unknown as MandateDeps;
};

async function differences({ loanId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ said: string }>(
    `select kind || ' ' || reference || coalesce(' ' || resolution, '') as said from reconciliation_breaks
     where payment_id = $1 order by opened_at, id`,
    [loanId],
  );
  return rows.map(({ said }) => said);
}

/** Looks so many hours on, and answers the minutes until the next look. */
async function look(ids: Awaited<ReturnType<typeof aMandate>>, hours: number, answer: Error | object) {
  lab.set(hoursLater(hours));
  const getMandate = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  await lookAtMandate(depsWith({ mandates: { getMandate } }), ids);
  const { rows } = await lab.owner.query<{ at: Date }>(
    'select next_look_at as at from mandates where id = $1',
    [ids.mandateId],
  );
  return (rows[0]!.at.getTime() - lab.clock.now().getTime()) / MINUTE_MS;
}

test('LEND-21: given a mandate of an unknown status for a day, then staff see it, and it is asked about each hour', async () => {
  const mandate = await aMandate('unknown');
  expect(await look(mandate, 0, DRIFT)).toBe(10);
  expect(await look(mandate, 23.9, DRIFT)).toBe(10);
  expect(await differences(mandate)).toEqual([]);
  for (const hours of [24, 25]) expect(await look(mandate, hours, DRIFT)).toBe(60);
  expect(await differences(mandate)).toEqual(['pending_one_day token_unknown']);
  await look(mandate, 26, { state: 'confirmed', tokenRef: 'token_unknown' });
  expect(await differences(mandate)).toEqual(['pending_one_day token_unknown settled']);
});

test('LEND-21: given clear answers between, or silence alone, then a mandate is no difference', async () => {
  const mandate = await aMandate('between');
  await look(mandate, 0, DRIFT);
  await look(mandate, 12, { state: 'confirmed', tokenRef: 'token_between' });
  await look(mandate, 25, DRIFT);
  for (const hours of [30, 60]) expect(await look(mandate, hours, SILENT)).toBe(1);
  expect(await differences(mandate)).toEqual([]);
});

test.each([
  ['refused', REJECTED, ['pending_one_day order_refused'], '1.1 review'],
  ['silent', SILENT, [], '1.1 presented'],
] as const)(
  'LEND-20: given a debit whose order is %s beyond its window, then a person decides only where the rail answered',
  async (name, error, found, said) => {
    const mandate = await aMandate(name);
    const { rows } = await lab.owner.query<{ id: string }>(
      `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, noticed_at,
         order_ref, asked_at, presented_at, answer_by_on, created_at, next_look_at)
       values ($1, new_id(), $2, $3, 1, 1, 520000, 'presented', $4, $4, $5, $4, $4, '2027-02-18', $4, $4) returning id`,
      [mandate.userId, mandate.mandateId, mandate.loanId, BEGUN, `order_${name}`],
    );
    const ids = { userId: mandate.userId, presentationId: rows[0]!.id };
    const stateAt = async (instant: string) => {
      lab.set(new Date(instant));
      await lookAtPresentation(depsWith({ collection: { paymentsOf: () => Promise.reject(error) } }), ids);
      const state = await lab.owner.query<{ said: string }>(
        "select number || '.' || attempt || ' ' || state as said from presentations where id = $1",
        [ids.presentationId],
      );
      return state.rows[0]!.said;
    };
    expect(await stateAt('2027-02-18T18:00:00Z')).toBe('1.1 presented');
    expect(await stateAt('2027-02-18T18:31:00Z')).toBe(said);
    expect(await stateAt('2027-02-20T18:31:00Z')).toBe(said);
    expect(await differences(mandate)).toEqual(found);
  },
);
