import type pg from 'pg';
import { lay } from './laying.ts';
import { idOf, type LabLoan } from './lending-lab.ts';

/** The instant at which such accounts stand. */
export const NOW = new Date('2027-01-15T06:30:00Z');
/** A hash that can be read in an answer. */
export const hash = (text: string) => Buffer.from(text);

/** An account by what it has shown, what it owes and why it is blocked. */
export interface Account {
  /** The name of the PAN it shows: two accounts with one name are one person's. */
  readonly pan?: string;
  readonly isPanKnown?: boolean;
  readonly hasDocument?: boolean;
  readonly store?: string;
  readonly person?: string;
  readonly credit?: string;
  readonly loan?: string;
  readonly disputes?: readonly (readonly [table: 'chargebacks' | 'reconciliation_breaks', fields: object])[];
  readonly block?: 'fraud' | 'lifted' | 'other';
  readonly claims?: Readonly<Record<string, Date | null>>;
  readonly marks?: Readonly<Record<string, string>>;
}

/** The id of a named account. */
export const id = (name: string) => idOf(`account ${name}`);

/** Lays an account; a loan of it is like one that stands. */
export async function layAccount(
  client: pg.PoolClient,
  name: string,
  one: Account,
  like: LabLoan,
): Promise<void> {
  const {
    pan,
    isPanKnown = true,
    hasDocument = true,
    store,
    person,
    credit,
    loan,
    disputes = [],
    block,
  } = one;
  const user_id = id(name);
  await lay(client, 'profiles', { user_id, created_at: NOW, updated_at: NOW, pan_hash: pan && hash(pan) });
  await lay(client, 'kyc_records', {
    user_id,
    pan_status: isPanKnown ? 'verified' : 'pending',
    aadhaar_status: hasDocument ? 'verified' : 'pending',
    aadhaar_store_hash: store && hash(store),
    aadhaar_person_hash: person && hash(person),
    updated_at: NOW,
  });
  if (credit !== undefined)
    await lay(client, 'credit_accounts', { user_id, state: credit, limit_paise: 1, updated_at: NOW });
  if (loan !== undefined)
    await client.query(
      'insert into loans select (jsonb_populate_record(l, $2)).* from loans l where l.id = $1',
      [like.loanId, JSON.stringify({ user_id, id: idOf(`loan ${name}`), status: loan })],
    );
  for (const [index, [table, fields]] of disputes.entries()) {
    const of = { user_id, opened_at: NOW, repayment_id: idOf(`repayment ${name} ${index}`) };
    const dispute = {
      loan_id: like.loanId,
      dispute_ref: `${name} ${index}`,
      phase: 'chargeback',
      status: 'open',
      amount_paise: 5,
    };
    await lay(client, table, { ...of, ...(table === 'chargebacks' ? dispute : { detail: {} }), ...fields });
  }
  if (block !== undefined)
    await lay(client, 'account_blocks', {
      user_id,
      id: idOf(`block ${name}`),
      is_fraud: block !== 'other',
      reason: 'A reason',
      blocked_at: NOW,
      blocked_by: idOf('staff'),
      ...(block === 'lifted' ? { lifted_at: NOW, approval_id: idOf('approval') } : {}),
    });
  for (const [pan_hash, released_at] of Object.entries(one.claims ?? {}))
    await lay(client, 'identity_claims', {
      pan_hash: hash(pan_hash),
      claimed_by: user_id,
      at: NOW,
      released_at,
    });
  for (const [pan_hash, of] of Object.entries(one.marks ?? {}))
    await lay(client, 'identity_claims', {
      pan_hash: hash(pan_hash),
      claimed_by: user_id,
      at: NOW,
      fraud_of: id(of),
    });
}
