import type { Tx } from '#platform/db/database.ts';

/** Where messages that count against a limit are noted, by the keyed hash of whom they went to. */
const NOTES = {
  sms: { table: 'auth.sms_sent', column: 'phone_hash' },
  mail: { table: 'auth.mails_sent', column: 'address_hash' },
} as const;
type Channel = keyof typeof NOTES;

/** When somebody got their messages of the last day, newest first. Serialises senders to them. */
export async function listSent(tx: Tx, channel: Channel, toHash: Buffer, now: Date): Promise<Date[]> {
  const { table, column } = NOTES[channel];
  await tx.call(`select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, [toHash]);
  const rows = await tx.call<{ sent_at: Date }>(
    `select sent_at from ${table} where ${column} = $1 and sent_at > $2::timestamptz - interval '1 day'
     order by sent_at desc`,
    [toHash, now],
  );
  return rows.map((row) => row.sent_at);
}

/** Notes a message; notes older than a day are of no use any more. */
export async function insertSent(tx: Tx, channel: Channel, toHash: Buffer, now: Date): Promise<void> {
  const { table, column } = NOTES[channel];
  await tx.call(
    `with old as (delete from ${table} where ${column} = $1 and sent_at < $2::timestamptz - interval '1 day')
     insert into ${table} (${column}, sent_at) values ($1, $2)`,
    [toHash, now],
  );
}

/** Counts an SMS of the whole installation in its hour; false when the hour has had so many. */
export async function countSmsOfHour(tx: Tx, max: number, now: Date): Promise<boolean> {
  const rows = await tx.call(
    `insert into auth.sms_hours (hour, sent) select date_trunc('hour', $1::timestamptz), 1 where $2 > 0
     on conflict (hour) do update set sent = sms_hours.sent + 1 where sms_hours.sent < $2 returning sent`,
    [now, max],
  );
  return rows.length === 1;
}

const PROVEN_DAYS = 90;

/** Whether somebody proved a number from a network by a code of the last ninety days. */
export async function isNetworkProven(tx: Tx, networkHash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from auth.proven_networks
     where network_hash = $1 and proven_at > $2::timestamptz - make_interval(days => $3)`,
    [networkHash, now, PROVEN_DAYS],
  );
  return rows.length === 1;
}

/** Notes such a network, once a day: the people of one share its row. */
export async function noteProvenNetwork(tx: Tx, networkHash: Buffer, now: Date): Promise<void> {
  await tx.call(
    `insert into auth.proven_networks (network_hash, proven_at) select $1, $2::timestamptz
     where not exists (select 1 from auth.proven_networks
       where network_hash = $1 and proven_at > $2::timestamptz - interval '1 day')
     on conflict (network_hash) do update set proven_at = excluded.proven_at`,
    [networkHash, now],
  );
}

/** SMS of the whole installation in this hour. */
export async function findSmsOfHour(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.call<{ sent: number }>(
    `select sent from auth.sms_hours where hour = date_trunc('hour', $1::timestamptz)`,
    [now],
  );
  return rows[0]?.sent ?? 0;
}
