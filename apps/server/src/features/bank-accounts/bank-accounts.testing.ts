import { randomInt } from 'node:crypto';
import type { BankAccount } from '@mohlat/contract';
import type { TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { somebody } from '#test/steps.ts';

interface CheckRow {
  readonly round: number;
  readonly state: string;
  readonly provider_ref: string | null;
}

/** A number that no other test links. */
export const freshNumber = () => `60${randomInt(1_000_000_000, 9_999_999_999)}`;

export const form = (accountNumber: string, ifsc = 'ABCD0123456') => ({
  accountName: 'Asha Rao',
  accountNumber,
  confirmAccountNumber: accountNumber,
  ifsc,
  acceptTerms: true,
});

/** Steps that several tests of bank accounts share. */
export function banking(server: () => TestServer) {
  const link = (person: Person, accountNumber: string, ifsc?: string) =>
    person.ok<BankAccount>('POST', '/bank-accounts', form(accountNumber, ifsc));
  const accountsOf = async (person: Person) =>
    (await person.ok<{ items: BankAccount[] }>('GET', '/bank-accounts')).items;
  const find = async (person: Person, id: string) => (await accountsOf(person)).find((one) => one.id === id);
  /** Waits until the bank was heard, or is not waited for any more. */
  const settled = (person: Person, id: string) =>
    until(async () => {
      const account = await find(person, id);
      return account && account.verification.status !== 'pending' ? account : undefined;
    });
  return {
    link,
    accountsOf,
    find,
    settled,
    linked: async (person: Person, accountNumber = freshNumber(), ifsc?: string) =>
      settled(person, (await link(person, accountNumber, ifsc)).id),
    /** A person whose PAN is verified. */
    known: async () => {
      const person = somebody(server());
      await person.signUp();
      await person.onboard();
      await person.ok('POST', '/kyc/pan', { pan: person.pan });
      return person;
    },
    /** Counts how often the bank network really sent a rupee to a number. */
    rupeesTo: async (accountNumber: string) => {
      const truth = await server().control<{ pennyDrops: { accountNumber: string }[] }>('GET', '/truth');
      return truth.pennyDrops.filter((drop) => drop.accountNumber === accountNumber).length;
    },
    checksOf: async (accountId: string) => {
      const { rows } = await server().sql.query<CheckRow>(
        'select round, state, provider_ref from bank_account_checks where bank_account_id = $1 order by started_at, id',
        [accountId],
      );
      return rows;
    },
  };
}
