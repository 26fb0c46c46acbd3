import type pg from 'pg';
import type { Check } from './rehearsal.ts';
import { acceptOne, connect, listPeople, makeQuotes, type Person } from './shards-rate.ts';

const PAYMENTS = 10;
/** Every command that the coordinator sends to a node is told to its client. */
const TELLING = '-c role=mohlat_api -c citus.log_remote_commands=on -c client_min_messages=log';

interface Node {
  readonly name: string;
  readonly port: number;
}
const spelt = ({ name, port }: Node) => `${name}:${port}`;

/** Whether a payment is accepted on the node with its person's rows, by one transaction there, and whether that node keeps people apart. */
export async function proveAcceptance(cluster: pg.Client, url: string): Promise<Check[]> {
  const people = await listPeople(cluster);
  return [await proveOneNode(cluster, url, people), await proveWall(cluster, url, people)];
}

async function proveOneNode(cluster: pg.Client, url: string, people: readonly Person[]): Promise<Check> {
  const { rows: nodes } = await cluster.query<Node>(
    'select nodename as name, nodeport as port from pg_dist_node where isactive order by groupid',
  );
  const links = await Promise.all(
    nodes.map(async (node) => ({ node: spelt(node), link: await connect(atNode(url, node)) })),
  );
  const api = await connect(url, TELLING);
  const sent: string[] = [];
  api.on('notice', ({ message, detail }) => {
    if (message?.startsWith('issuing ')) sent.push(`${detail} ${message}`);
  });
  try {
    const accepted: Accepted[] = [];
    const [first, ...rest] = await makeQuotes(cluster, people, PAYMENTS + 1);
    // The first of a day opens it, for the whole cluster and in two phases.
    await acceptOne(api, first!);
    for (const person of rest) {
      const own = spelt(await nodeOf(cluster, person.userId));
      const others = links.filter(({ node }) => node !== own).map(({ link }) => link);
      const before = await sumOver(others, TRANSACTIONS);
      const prepared = await sumOver(
        links.map(({ link }) => link),
        PREPARED,
      );
      sent.length = 0;
      await acceptOne(api, person);
      // The connection itself is opened by the first of them.
      const commands = sent.filter((one) => !one.includes('issuing SET'));
      accepted.push({
        commands: commands.length,
        isOnOwn: commands.every((one) => one.includes(own)),
        // The job is one transaction of the coordinator.
        elsewhere: (await sumOver(others, TRANSACTIONS)) - before - 1,
        prepared:
          (await sumOver(
            links.map(({ link }) => link),
            PREPARED,
          )) - prepared,
      });
    }
    return summary(accepted);
  } finally {
    await Promise.all([api, ...links.map(({ link }) => link)].map((one) => one.end()));
  }
}

interface Accepted {
  readonly commands: number;
  readonly isOnOwn: boolean;
  readonly elsewhere: number;
  readonly prepared: number;
}

function summary(accepted: readonly Accepted[]): Check {
  const most = (key: 'commands' | 'prepared') => Math.max(...accepted.map((one) => one[key]));
  // Another process of PostgreSQL may write meanwhile, but not each time.
  const elsewhere = Math.min(...accepted.map((one) => one.elsewhere));
  const isOnOwn = accepted.every((one) => one.isOnOwn);
  return {
    what: 'a payment is accepted on the node of its person, in one phase',
    figure: `${accepted.length} accepted: ${most('commands')} command each, ${isOnOwn ? 'to that node alone' : 'to others, too'}; ${elsewhere} transactions elsewhere beside the job, ${most('prepared')} prepared`,
    isGood: isOnOwn && most('commands') === 1 && elsewhere === 0 && most('prepared') === 0,
  };
}

/** Transactions of a node that wrote. */
const TRANSACTIONS = 'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as sum';
/** Transactions in two phases that a node led, each with a row for every node that took part; taken away when they are old. */
const PREPARED = 'select count(*) as sum from pg_dist_transaction';

async function sumOver(links: readonly pg.Client[], text: string): Promise<number> {
  let sum = 0;
  for (const link of links) sum += Number((await link.query<{ sum: string }>(text)).rows[0]!.sum);
  return sum;
}

const atNode = (url: string, { name, port }: Node) =>
  Object.assign(new URL(url), { hostname: name, port: String(port) }).href;

async function nodeOf(cluster: pg.Client, userId: string): Promise<Node> {
  const { rows } = await cluster.query<Node>(
    `select n.nodename as name, n.nodeport as port
     from pg_dist_placement p join pg_dist_node n using (groupid)
     where p.shardid = get_shard_id_for_distribution_column('payments', $1::uuid)`,
    [userId],
  );
  return rows[0]!;
}

/** Proves row-level security on the node: a session of another person reads no payment of the first, and inserts none. */
async function proveWall(cluster: pg.Client, url: string, [first]: readonly Person[]): Promise<Check> {
  const { userId } = first!;
  const { rows } = await cluster.query<{ table: string }>(
    `select shard_name('payments', get_shard_id_for_distribution_column('payments', $1::uuid)) as table`,
    [userId],
  );
  const { table } = rows[0]!;
  const node = await connect(atNode(url, await nodeOf(cluster, userId)));
  const ask = async (named: string) => {
    await node.query('begin; set local role mohlat_api');
    await node.query('select name_person($1) from (values (1)) as once', [named]);
    const seen = await node.query<{ seen: number }>(
      `select count(*)::integer as seen from ${table} where user_id = $1`,
      [userId],
    );
    let isRefused = false;
    try {
      await node.query(`insert into ${table} (user_id, id) values ($1, new_id())`, [userId]);
    } catch (error) {
      // Row security is looked at before the columns that are missing.
      isRefused = (error as { code?: string }).code === '42501';
    }
    await node.query('rollback');
    return { seen: seen.rows[0]!.seen, isRefused };
  };
  try {
    const [own, foreign] = [await ask(userId), await ask('00000000-0000-4000-8000-000000000000')];
    return {
      what: 'on the node nobody reads or writes the payments of another person',
      figure: `${own.seen} seen of their own, ${foreign.seen} of others; a row of others ${foreign.isRefused ? 'refused' : 'taken'}`,
      isGood: own.seen > 0 && !own.isRefused && foreign.seen === 0 && foreign.isRefused,
    };
  } finally {
    await node.end();
  }
}
