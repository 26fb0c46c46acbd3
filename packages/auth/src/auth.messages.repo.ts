import type { Database, Tx } from '@mohlat/platform/db/transactions.ts';

/** Where messages that count against a limit are noted, by the keyed hash of whom they went to. */
const NOTES = {
  sms: { table: 'auth.sms_sent', column: 'phone_hash' },
  mail: { table: 'auth.mails_sent', column: 'address_hash' },
} as const;
type Channel = keyof typeof NOTES;

/** The times of a receiver's messages of the last day, newest first. Serialises senders to them. */
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

/** The bounds below which one more code by SMS may go in an hour. */
export interface ShareOfHour {
  /** All codes of the installation. */
  readonly sent: number;
  /** Those that were asked for from networks where no number was proven; undefined for an asker who is on none. */
  readonly unproven: number | undefined;
}

/** Counts a code by SMS of the whole installation in its hour; false when the hour has had so many. Notices are none of them. */
export async function countSmsOfHour(tx: Tx, { sent, unproven }: ShareOfHour, now: Date): Promise<boolean> {
  const rows = await tx.call(
    `insert into auth.sms_hours (hour, sent, sent_unproven)
     select date_trunc('hour', $1::timestamptz), 1, case when $3::integer is null then 0 else 1 end
     where $2 > 0 and coalesce($3, 1) > 0
     on conflict (hour) do update
     set sent = sms_hours.sent + 1, sent_unproven = sms_hours.sent_unproven + excluded.sent_unproven
     where sms_hours.sent < $2 and (excluded.sent_unproven = 0 or sms_hours.sent_unproven < $3) returning sent`,
    [now, sent, unproven ?? null],
  );
  return rows.length === 1;
}

/** Counts a notice by SMS in its hour; false when codes and notices together have come to `max`, undefined for no bound. */
export async function countNoticeOfHour(tx: Tx, max: number | undefined, now: Date): Promise<boolean> {
  const rows = await tx.call(
    `insert into auth.sms_hours (hour, sent, notices)
     select date_trunc('hour', $1::timestamptz), 0, 1 where $2::integer is null or $2 > 0
     on conflict (hour) do update set notices = sms_hours.notices + 1
     where $2::integer is null or sms_hours.sent + sms_hours.notices < $2 returning notices`,
    [now, max ?? null],
  );
  return rows.length === 1;
}

const PROVEN_DAYS = 90;
/** Networks that one number proves in that time: an attacker with one SIM and many addresses proves no more. */
const NETWORKS_PER_NUMBER = 5;

/** Whether a number was proven by a code of the last ninety days: from this network, and from any. */
export async function findProven(
  tx: Tx,
  networkHash: Buffer,
  now: Date,
): Promise<{ readonly isHere: boolean; readonly isAnywhere: boolean }> {
  const [row] = await tx.call<{ is_here: boolean; is_anywhere: boolean }>(
    `select coalesce(bool_or(network_hash = $1), false) as is_here, count(*) > 0 as is_anywhere from (
       (select network_hash from auth.proven_networks
        where network_hash = $1 and proven_at > $2::timestamptz - make_interval(days => $3))
       union all
       (select network_hash from auth.proven_networks
        where proven_at > $2::timestamptz - make_interval(days => $3) limit 1)) proven`,
    [networkHash, now, PROVEN_DAYS],
  );
  return { isHere: row?.is_here === true, isAnywhere: row?.is_anywhere === true };
}

/**
 * Notes such a network, once a day: the people of one share its row, which counts for the number that proved it last. A
 * number that stands for five others proves none.
 */
export async function noteProvenNetwork(
  tx: Tx,
  networkHash: Buffer,
  numberHash: Buffer,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into auth.proven_networks (network_hash, number_hash, proven_at) select $1, $2, $3::timestamptz
     where not exists (select 1 from auth.proven_networks
         where network_hash = $1 and proven_at > $3::timestamptz - interval '1 day')
       and (select count(*) from auth.proven_networks where number_hash = $2 and network_hash <> $1
         and proven_at > $3::timestamptz - make_interval(days => $4)) < $5
     on conflict (network_hash) do update set number_hash = excluded.number_hash, proven_at = excluded.proven_at`,
    [networkHash, numberHash, now, PROVEN_DAYS, NETWORKS_PER_NUMBER],
  );
}

/** SMS of the whole installation in this hour: codes, those of them asked for from unproven networks, and notices. */
export async function findSmsOfHour(
  tx: Tx,
  now: Date,
): Promise<{ readonly sent: number; readonly unproven: number; readonly notices: number }> {
  const rows = await tx.call<{ sent: number; unproven: number; notices: number }>(
    `select sent, sent_unproven as unproven, notices from auth.sms_hours
     where hour = date_trunc('hour', $1::timestamptz)`,
    [now],
  );
  return rows[0] ?? { sent: 0, unproven: 0, notices: 0 };
}

/** Counts a call that asks for a mail in its hour; false when the hour has had `max` of them. It stands whatever becomes of the call. */
export async function countMailAsked(
  db: Pick<Database, 'once'>,
  ofHash: Buffer,
  max: number,
  now: Date,
): Promise<boolean> {
  const rows = await db.once(
    `insert into auth.mail_hours (hour, of_hash, asked) select date_trunc('hour', $1::timestamptz), $2, 1
     where $3::bigint > 0
     on conflict (hour, of_hash) do update set asked = mail_hours.asked + 1 where mail_hours.asked < $3 returning asked`,
    [now, ofHash, max],
  );
  return rows.length === 1;
}

/** Calls that asked for a mail in this hour. */
export async function findMailsAsked(db: Pick<Database, 'once'>, ofHash: Buffer, now: Date): Promise<number> {
  const [row] = await db.once<{ asked: number }>(
    `select asked from auth.mail_hours where hour = date_trunc('hour', $1::timestamptz) and of_hash = $2`,
    [now, ofHash],
  );
  return row?.asked ?? 0;
}
