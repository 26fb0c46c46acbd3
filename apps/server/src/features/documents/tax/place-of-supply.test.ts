import type { Me } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { balances, somebody } from '#test/steps.ts';
import { issueTaxDocuments } from '../documents.issue.ts';

/** The lender of the sandbox, and of the lab, is in Maharashtra (27). */
let server: TestServer;
let lab: Lab;
beforeAll(async () => {
  [server, lab] = [await startTestServer(), await openLab()];
});
afterAll(async () => {
  await server.stop();
  await lab.close();
});

const PUNE = '12 Lake Road, Pune 411001';
const BENGALURU = '4 MG Road, Bengaluru 560001';

async function livingAt(address: string): Promise<Person> {
  const person = await somebody(server).ready();
  await person.ok('PATCH', '/me/profile', { address });
  return person;
}

const stateOf = async (person: Person) => (await person.ok<Me>('GET', '/me')).profile.state;

describe('a fee that is sold', () => {
  test.each([
    [PUNE, '27', { L330: -2_288, L331: -2_288 }, { cgstPaise: 2_288, sgstPaise: 2_288, igstPaise: 0 }],
    [BENGALURU, '29', { L332: -4_576 }, { cgstPaise: 0, sgstPaise: 0, igstPaise: 4_576 }],
    ['a house', '27', { L330: -2_288, L331: -2_288 }, { cgstPaise: 2_288, sgstPaise: 2_288, igstPaise: 0 }],
  ])('LEND-F2: to %s, has the heads of that place: quoted and booked', async (address, place, tax, heads) => {
    const person = await livingAt(address);
    const card = await person.addCard();
    const quote = await person.quote(card.id, 1_500_000, 3);
    expect(quote.gst).toEqual({ placeOfSupply: place, ...heads });
    const { id } = await person.pay(card.id, 1_500_000, 3);
    await person.untilBill(id, 'paid');
    const books = await balances(server, { loanId: id });
    expect(
      Object.fromEntries(Object.entries(books).filter(([account]) => account.startsWith('L33'))),
    ).toEqual(tax);
  });

  test('LEND-F2: goes by the state a person corrected, until the address is another one', async () => {
    const person = await livingAt('7 Beach Road, Puducherry 605001');
    expect(await stateOf(person)).toBeNull();
    await person.ok('PATCH', '/me/profile', { state: '34' });
    expect(await stateOf(person)).toBe('34');
    const card = await person.addCard();
    expect((await person.quote(card.id, 100_000)).gst).toMatchObject({
      placeOfSupply: '34',
      igstPaise: 762,
    });
    await person.ok('PATCH', '/me/profile', { address: '7 Beach Road, Puducherry 605001' });
    expect(await stateOf(person)).toBe('34');
    await person.ok('PATCH', '/me/profile', { address: PUNE });
    expect(await stateOf(person)).toBe('27');
  });

  test('LEND-F5: names its place and the code of the service on the invoice, wherever its owner lives by then', async () => {
    const person = await livingAt(BENGALURU);
    const card = await person.addCard();
    const { id } = await person.pay(card.id, 1_500_000, 3);
    await person.untilBill(id, 'paid');
    await person.ok('PATCH', '/me/profile', { address: PUNE });
    const { text } = await until(async () => {
      const { rows } = await server.sql.query('select 1 from tax_documents where loan_id = $1', [id]);
      return rows.length > 0 ? downloadPdf(person, `/payments/${id}/invoice.pdf`) : undefined;
    });
    expect(text).toContain('Karnataka (29)');
    expect(text).toContain('SAC 997113');
    expect(text).toContain('IGST');
    expect(text).not.toContain('CGST');
  });
});

describe('a fee that is given back', () => {
  const terms = (disbursedOn: string, supplyState?: string) => ({
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: disbursedOn as BusinessDate,
    ...(supplyState === undefined ? {} : { supplyState }),
  });

  async function papers(loanId: string): Promise<object[]> {
    const { rows } = await lab.owner.query(
      `select kind, supply_state, cgst_paise::integer as cgst, sgst_paise::integer as sgst, igst_paise::integer as igst
       from tax_documents where loan_id = $1 order by kind desc, number`,
      [loanId],
    );
    return rows as object[];
  }

  test('LEND-F2, LEND-F5: into another state, goes back by the same head, and its credit note names the same place', async () => {
    const loan = await lab.lend('far one', terms('2026-04-01', '29'));
    const near = await lab.lend('near one', terms('2026-04-01', '27'));
    const old = await lab.lend('old one', terms('2026-04-01'));
    lab.set(noonOf('2026-05-01' as BusinessDate));
    const decide = deciding(lab);
    for (const [name, one] of Object.entries({ loan, near, old }))
      expect(await decide.waive(one, `fee of ${name}`, 'fee', 10_000)).toBe(10_000);
    await lab.worker.plain((tx) => issueTaxDocuments(tx, noonOf('2026-05-01' as BusinessDate), 100));
    expect(await papers(loan.loanId)).toEqual([
      { kind: 'invoice', supply_state: '29', cgst: 0, sgst: 0, igst: 4_576 },
      { kind: 'credit_note', supply_state: '29', cgst: 0, sgst: 0, igst: 1_526 },
    ]);
    for (const [one, place] of [
      [near, '27'],
      [old, null],
    ] as const)
      expect(await papers(one.loanId)).toEqual([
        { kind: 'invoice', supply_state: place, cgst: 2_288, sgst: 2_288, igst: 0 },
        { kind: 'credit_note', supply_state: place, cgst: 763, sgst: 763, igst: 0 },
      ]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-8, LEND-F2: with the cooling-off exit, goes back by the head it was booked with', async () => {
    const loan = await lab.lend('left one', terms('2026-06-01', '29'));
    lab.set(noonOf('2026-06-03' as BusinessDate));
    await lab.credit(loan, 'left', 1_501_959, lab.clock.now(), 'exit');
    const { rows } = await lab.owner.query(
      `select account, sum(amount_paise)::integer as paise from postings
       where loan_id = $1 and (account like 'L33%' or account = 'I400') group by 1 having sum(amount_paise) <> 0`,
      [loan.loanId],
    );
    expect(rows).toEqual([]);
    await lab.worker.plain((tx) => issueTaxDocuments(tx, lab.clock.now(), 100));
    expect(await papers(loan.loanId)).toEqual([
      { kind: 'invoice', supply_state: '29', cgst: 0, sgst: 0, igst: 4_576 },
      { kind: 'credit_note', supply_state: '29', cgst: 0, sgst: 0, igst: 4_576 },
    ]);
    expect(await lab.broken()).toEqual([]);
  });
});
