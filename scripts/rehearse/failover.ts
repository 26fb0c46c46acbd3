import { openCluster, type Cluster } from './cluster/cluster.ts';
import { proveEncrypted } from './cluster/encrypted.ts';
import type { Member } from './cluster/member.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { type Load, startPaying } from './payers.ts';
import { proveAfter, proveCleanBooks } from './proof.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';

const BACK_WITHIN_S = 15;
const UNDER_LOAD_MS = 2000;
/** Longer than the leader's word holds: the others have chosen again when it wakes. */
const AWAY_MS = 20_000;

/** Faults of the machine that leads; each answers how it is put right. */
const HARMS: readonly {
  readonly what: string;
  readonly do: (leader: Member) => Promise<() => void | Promise<void>>;
}[] = [
  {
    what: 'is lost',
    async do(leader) {
      await leader.lose();
      return () => leader.start();
    },
  },
  {
    what: 'stands still',
    async do(leader) {
      setTimeout(leader.halt(), AWAY_MS);
      return () => {};
    },
  },
  {
    what: 'loses its PostgreSQL',
    async do(leader) {
      leader.crash();
      return () => {};
    },
  },
  {
    what: 'is cut off from the others, and still reached by the product',
    async do(leader) {
      setTimeout(await leader.partition(), AWAY_MS);
      return () => {};
    },
  },
  {
    what: 'only reads, and is told to hand over',
    do: (leader) => leader.refuseWrites(),
  },
  {
    what: 'is lost with its disk, and an empty one takes its place',
    do: (leader) => leader.destroy(),
  },
];

/** A database that survives its leader: three machines, one of them waited for by each commit. */
export const failover: Rehearsal<'times' | 'people'> = {
  about:
    'three PostgreSQL under Patroni behind HAProxy and PgBouncer; the leader is killed, halted, cut off, replaced or only reads, under load',
  options: {
    times: { meaning: 'how often', fallback: 10 },
    people: { meaning: 'who pay meanwhile, each about one bill a second', fallback: 4 },
  },
  async run({ times, people }, say) {
    say('Starting three etcd, three PostgreSQL under Patroni, HAProxy, PgBouncer and the backup…');
    const cluster = await openCluster(say);
    try {
      const fleet = await openFleet({ isDurable: true, say, database: cluster.database, env: cluster.env });
      try {
        const load = await startPaying(fleet, people);
        say(`${people} people pay. The leader goes away, ${times} times.`);
        const checks = await loseLeaders(cluster, fleet, load, times, say);
        checks.push(...(await proveEncrypted(cluster)), ...(await proveAfter(fleet, load)));
        await fleet.kill();
        return report([...checks, ...(await proveRestored(cluster))], say);
      } finally {
        await fleet.close();
      }
    } finally {
      await cluster.close();
    }
  },
};

/** All three databases are thrown away, and restored from the backup: they have every payment, and are well. */
async function proveRestored(cluster: Cluster): Promise<Check[]> {
  const { sql, url: databaseUrl } = cluster.database;
  const count = async () => {
    const { rows } = await sql.query<{ count: number }>('select count(*)::integer from payments');
    return rows[0]!.count;
  };
  const before = await count();
  await cluster.restore();
  const after = await count();
  return [
    {
      what: 'three databases that are begun from the backup alone have every payment',
      figure: `${after} of ${before}`,
      isGood: after === before && before > 0,
    },
    { ...(await proveCleanBooks({ databaseUrl })), what: 'the books of these are clean' },
  ];
}

async function loseLeaders(
  cluster: Cluster,
  fleet: Fleet,
  load: Load,
  times: number,
  say: (line: string) => void,
): Promise<Check[]> {
  const tookS: number[] = [];
  let changedCount = 0;
  for (let turn = 0; turn < times; turn += 1) {
    const leader = await cluster.untilWhole();
    await pause(UNDER_LOAD_MS);
    load.takeCounts();
    const harm = HARMS[turn % HARMS.length]!;
    const from = performance.now();
    const mend = await harm.do(leader);
    const isServed = await load.untilServed();
    tookS.push(isServed ? (performance.now() - from) / 1000 : Infinity);
    await mend();
    const next = await cluster.untilWhole();
    if (next !== leader) changedCount += 1;
    say(
      `  ${leader.name} ${harm.what}: paid again after ${tookS.at(-1)!.toFixed(1)} s, ${next.name} leads; ${JSON.stringify(load.takeCounts())}`,
    );
  }
  const slowest = Math.max(...tookS);
  return [
    {
      what: `payments are taken again within ${BACK_WITHIN_S} s`,
      figure: `${tookS.map((one) => one.toFixed(1)).join(', ')} s; slowest ${slowest.toFixed(1)}`,
      isGood: slowest <= BACK_WITHIN_S,
    },
    {
      what: 'another machine led each time',
      figure: `${changedCount} of ${times}`,
      isGood: changedCount === times,
    },
    {
      what: 'no process of the product ended',
      figure: fleet.ends.join('; ') || 'none',
      isGood: fleet.ends.length === 0,
    },
  ];
}
