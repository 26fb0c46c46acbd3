import { readdirSync } from 'node:fs';
import pg from 'pg';
import { type Check, pause } from '../rehearsal.ts';
import type { Cluster } from './cluster.ts';

const FOLLOWED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** The connections to a database from outside of its machine. */
interface Connected {
  readonly encrypted: number;
  readonly plain: number;
  /** Those that read the log, by name. */
  readonly followers: readonly string[];
}

const CONNECTED = `select count(*) filter (where s.ssl)::integer as encrypted,
    count(*) filter (where not s.ssl)::integer as plain,
    coalesce(array_agg(a.application_name order by 1) filter (where a.backend_type = 'walsender'), '{}') as followers
  from pg_stat_activity a join pg_stat_ssl s using (pid) where a.client_addr is not null`;

/** The backup follows the last leader as well, and everybody who is connected to it is encrypted. */
export async function proveEncrypted(cluster: Cluster): Promise<Check[]> {
  const { encrypted, plain, followers } = await untilFollowed(cluster);
  const copies = readdirSync(cluster.backups).filter((name) => name.startsWith('base-'));
  const refusals = await Promise.all(cluster.addresses.map(refusalOf));
  return [
    {
      what: 'the backup follows the last leader, as the replicas do',
      figure: `${followers.join(', ')}; ${copies.length} base copy`,
      isGood: followers.length === 3 && followers.includes('backup') && copies.length > 0,
    },
    {
      what: 'every connection to the leader is encrypted',
      figure: `${encrypted} encrypted, ${plain} plain`,
      isGood: encrypted > 0 && plain === 0,
    },
    {
      what: 'leader and pooler refuse a plain connection',
      figure: refusals.map((one) => one ?? 'ANSWERED').join('; '),
      isGood: refusals.every((one) => one !== undefined && /no encryption|SSL required/.test(one)),
    },
  ];
}

async function untilFollowed({ database, backups }: Cluster): Promise<Connected> {
  const until = Date.now() + FOLLOWED_WITHIN_MS;
  for (;;) {
    const { rows } = await database.sql.query<Connected>(CONNECTED);
    const isCopied = readdirSync(backups).some((name) => name.startsWith('base-'));
    if ((isCopied && rows[0]!.followers.includes('backup')) || Date.now() > until) return rows[0]!;
    await pause(LOOK_EVERY_MS);
  }
}

/** The words with which an address refuses a client without TLS; undefined where it answers. */
async function refusalOf(url: string): Promise<string | undefined> {
  const plain = new URL(url);
  plain.search = '';
  const client = new pg.Client({ connectionString: plain.href });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
}
