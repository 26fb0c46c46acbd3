import type { ListedRow, PaymentAtRail } from '@mohlat/lending';
import type pg from 'pg';
import { amongLaid, lay, layLike } from './laying.ts';
import { idOf, type Lab, type LabLoan } from './lending-lab.ts';
import { BILL, DAY } from './rail-lab.ts';

/** A row of the rail's list: by default a success of the whole bill in the reading under test, which nobody compared yet. */
export interface WorldRow {
  readonly ref?: string;
  /** Another payment, whose reference of that name the row has. */
  readonly refOf?: string;
  readonly status?: ListedRow['status'];
  readonly refund?: ListedRow['refundStatus'];
  readonly paise?: number;
  readonly isOfOtherReading?: boolean;
  /** When it was compared; by default now, where any field of a compared row is given. */
  readonly at?: Date | null;
  readonly as?: PaymentAtRail | null;
  readonly verdict?: string | null;
}

/** A payment, how its attempt ended, and what the list says of it, in the order of the list. */
export interface WorldPayment {
  readonly bill: PaymentAtRail;
  /** The state of its attempt, and the name that the rail gave it there. */
  readonly attempt?: readonly [state: 'succeeded' | 'processing', ref: string | null];
  readonly rows: readonly WorldRow[];
}

export const READING = idOf('the reading');
const OTHER_READING = idOf('another reading');

/** The payment of a name. All are one person's, but for those whose name begins with "their". */
export const ofName = (name: string): LabLoan => ({
  userId: idOf(name.startsWith('their ') ? 'another person' : 'the person'),
  loanId: idOf(`payment ${name}`),
});

/** The id of the row of the list at a place, of a payment. Ids follow the list. */
export const rowId = (name: string, index: number): string =>
  `00000000-0000-7000-8000-${String(index).padStart(4, '0')}${idOf(name).slice(0, 8)}`;

/** References are a payment's own. */
export const refOf = (name: string, ref: string): string => `${ref} ${name}`;

/** Lays rows of the list, of a payment of ours or of nobody's. */
export async function layRows(
  client: pg.PoolClient,
  name: string,
  rows: readonly WorldRow[],
  now: Date,
  owner: { readonly userId: string; readonly loanId: string | null } = ofName(name),
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const isCompared = 'as' in row || 'verdict' in row;
    const { ref = 'THIS', status = 'success', refund = null, paise = BILL } = row;
    const { at = isCompared ? now : null, as = null, verdict = null, isOfOtherReading = false } = row;
    const reading = isOfOtherReading ? OTHER_READING : READING;
    await lay(client, 'rail_rows', {
      user_id: owner.userId,
      id: rowId(name, index),
      rail: 'billpay',
      business_on: DAY,
      our_reference: 'ours',
      rail_reference: refOf(row.refOf ?? name, ref),
      status,
      refund_status: refund,
      amount_paise: paise,
      row_hash: Buffer.from(rowId(name, index)),
      payment_id: owner.loanId,
      read_id: reading,
      first_seen_at: now,
      matched_at: at,
      matched_as: as,
      verdict,
    });
  }
}

/** Does something in a world of such payments, which is taken back. */
export async function inWorld<T>(
  lab: Lab,
  like: LabLoan,
  payments: Readonly<Record<string, WorldPayment>>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return await amongLaid(lab, async (client) => {
    for (const [name, { bill, attempt = ['processing', null], rows }] of Object.entries(payments)) {
      const [{ userId: user_id, loanId: id }, [state, ref]] = [ofName(name), attempt];
      await layLike(client, 'payments', ['id', like.loanId], {
        user_id,
        id,
        quote_id: id,
        bill_status: bill,
      });
      const names = { id: idOf(`attempt ${name}`), our_reference: `LAB${id.slice(0, 20)}` };
      const attempted = { user_id, payment_id: id, ...names, state, provider_ref: ref && refOf(name, ref) };
      await layLike(client, 'payment_attempts', ['payment_id', like.loanId], attempted);
      await layRows(client, name, rows, lab.clock.now());
    }
    return await work(client);
  });
}
