import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { type Distribution, planTables } from '../../db/citus/distribute.ts';
import { ROOT } from '../run.ts';
import { proveCleanBooks } from './proof.ts';
import { type Check, type Rehearsal, report } from './rehearsal.ts';
import { proveAcceptance } from './shards-accept.ts';
import { proveLife } from './shards-life.ts';
import { proveMove } from './shards-move.ts';
import { proveRelease } from './shards-release.ts';
import { measureRate } from './shards-rate.ts';

/** The tables of people, spread over the nodes of a Citus cluster, and the product on them. */
export const shards: Rehearsal<'people' | 'lives'> = {
  about:
    'the database is laid over a Citus cluster of your own (CITUS_URL: an empty database of its coordinator, as its owner)',
  options: {
    people: { meaning: 'whose rows are looked for', fallback: 40 },
    lives: { meaning: 'people who live a month on one PostgreSQL and two on the cluster', fallback: 12 },
  },
  async run({ people, lives }, say) {
    const url = process.env.CITUS_URL;
    if (!url)
      throw new Error('CITUS_URL is not set: name an empty database of a coordinator with its nodes added');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const nodes = await countNodes(client);
      say(`${nodes} nodes. The schema is made on the coordinator, and lived on.`);
      await migrate(url, join(ROOT, 'db'));
      const plan = await planTables(client);
      const move = async () => [
        ...(await proveMove(client, url, say)),
        await proveLayout(client, plan),
        await proveKeys(client, plan),
        await provePlaces(client, plan, people, nodes),
        ...(await proveWalls(client)),
        ...(await proveRelease(client, url)),
      ];
      return report(
        [
          ...(await proveLife(client, url, lives, move, say)),
          await proveCleanBooks({ databaseUrl: url }),
          ...(await proveAcceptance(client, url)),
          await measureRate(client, url),
        ],
        say,
      );
    } finally {
      await client.end();
    }
  },
};

async function countNodes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ nodes: number }>(
    'select count(*)::integer as nodes from citus_get_active_worker_nodes()',
  );
  return rows[0]?.nodes ?? 0;
}

async function proveLayout(client: pg.Client, { distributed, copied }: Distribution): Promise<Check> {
  const { rows } = await client.query<{ kind: string; tables: number; groups: number }>(
    `select citus_table_type as kind, count(*)::integer as tables, count(distinct colocation_id)::integer as groups
     from citus_tables where table_name::text not like 'auth.%' group by 1`,
  );
  const of = (kind: string) => rows.find((row) => row.kind === kind);
  return {
    what: 'every table of people is spread, and beside the others',
    figure: `${of('distributed')?.tables} of ${distributed.length} in ${of('distributed')?.groups} group, ${of('reference')?.tables} of ${copied.length} copied`,
    isGood:
      of('distributed')?.tables === distributed.length &&
      of('distributed')?.groups === 1 &&
      of('reference')?.tables === copied.length,
  };
}

async function proveKeys(client: pg.Client, { keys }: Distribution): Promise<Check> {
  const now = await planTables(client);
  const spelt = ({ table, name, definition }: Distribution['keys'][number]) =>
    `${table} ${name} ${definition}`;
  const there = new Set(now.keys.map(spelt));
  const back = keys.filter((key) => there.has(spelt(key))).length;
  return {
    what: 'every foreign key is back',
    figure: `${back} of ${keys.length}`,
    isGood: back === keys.length,
  };
}

async function provePlaces(
  client: pg.Client,
  { distributed }: Distribution,
  people: number,
  nodes: number,
): Promise<Check> {
  const ids = Array.from({ length: people }, () => randomUUID());
  const { rows } = await client.query<{ places: number; node: string }>(
    `select count(distinct p.groupid)::integer as places, min(p.groupid)::text as node
     from unnest($1::uuid[]) person, unnest($2::text[]) name,
       lateral get_shard_id_for_distribution_column(name::regclass, person) shard
     join pg_dist_placement p on p.shardid = shard group by person`,
    [ids, distributed],
  );
  const used = new Set(rows.map(({ node }) => node)).size;
  return {
    what: "a person's rows of all tables lie on one node, and people on all of them",
    figure: `${rows.filter(({ places }) => places === 1).length} of ${people} people, ${used} of ${nodes} nodes`,
    isGood: rows.length === people && rows.every(({ places }) => places === 1) && used === nodes,
  };
}

/** Whether the node itself keeps people's rows apart. */
async function proveWalls(client: pg.Client): Promise<Check[]> {
  const [own, other] = [randomUUID(), randomUUID()];
  await client.query('insert into preferences (user_id, updated_at) values ($1, now())', [own]);
  await client.query("set citus.propagate_set_commands = 'local'");
  const see = async (naming: (user: string) => string, user: string) => {
    await client.query(naming(user));
    try {
      const { rows } = await client.query<{ seen: number }>(
        'select count(*)::integer as seen from preferences where user_id = $1',
        [own],
      );
      return rows[0]?.seen;
    } finally {
      await client.query('rollback');
    }
  };
  // In one round trip with the opening, as the product does.
  const inOneTrip = (user: string) =>
    `begin; set local role mohlat_api; set local lock_timeout = 3000; set local app.user_id = '${user}'`;
  const told = [await see(inOneTrip, own), await see(inOneTrip, other)];
  await client.query('delete from preferences where user_id = $1', [own]);
  return [
    {
      what: 'a person named as the product does reads their row on the node, and nobody else does',
      figure: `${told[0]} of their own, ${told[1]} of others`,
      isGood: told[0] === 1 && told[1] === 0,
    },
  ];
}
