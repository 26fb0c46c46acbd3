import { openDeployment } from './deployment.ts';
import { proveDump } from './dump.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { type Load, startPaying } from './payers.ts';
import { proveAfter } from './proof.ts';
import { proveBackup } from './put-back.ts';
import { type Check, type Rehearsal, report } from './rehearsal.ts';

/** Answers of a request that succeeded. */
const GOOD = ['200', '201', '202'];

/** A release by day: every process is replaced while people pay, behind the proxy and over the databases of the compose file. */
export const rolling: Rehearsal<'times' | 'people'> = {
  about:
    'two API and two worker processes, behind HAProxy with TLS, over PgBouncer and a database with replica and backup, are restarted one after the other under load',
  options: {
    times: { meaning: 'how often each of them', fallback: 3 },
    people: { meaning: 'who pay meanwhile, each about one bill a second', fallback: 6 },
  },
  async run({ times, people }, say) {
    say('Starting HAProxy, PgBouncer, a database, its replica and its backup…');
    const deployment = await openDeployment(say);
    try {
      const { database, env, openBalancer } = deployment;
      say('Starting two API and two worker processes…');
      const fleet = await openFleet({ isDurable: true, say, database, env, openBalancer });
      try {
        const load = await startPaying(fleet, people);
        say(`${people} people pay at ${fleet.url}. Each process is restarted, ${times} times.`);
        const checks = await restartAll(fleet, load, times, say);
        checks.push(...(await proveAfter(fleet, load)));
        await fleet.kill();
        say('A database is made from the backup alone, three times, and leads.');
        checks.push(...(await proveBackup(deployment)));
        say('A dump of it is read into an empty database.');
        return report([...checks, ...(await proveDump(deployment))], say);
      } finally {
        await fleet.close();
      }
    } finally {
      await deployment.close();
    }
  },
};

/** Restarts every process of a fleet so many times; says how the load was answered meanwhile. */
export async function restartAll(
  fleet: Fleet,
  load: Load,
  times: number,
  say: (line: string) => void,
): Promise<Check[]> {
  load.takeCounts();
  const tookMs: number[] = [];
  const total: Record<string, number> = {};
  const turns = Array.from({ length: times }, () => fleet.names).flat();
  for (const name of turns) {
    const from = performance.now();
    await fleet.restart(name);
    tookMs.push(performance.now() - from);
    await load.untilServed();
    const counts = load.takeCounts();
    say(`  ${name}: ${(tookMs.at(-1)! / 1000).toFixed(1)} s, answers ${JSON.stringify(counts)}`);
    for (const [word, count] of Object.entries(counts)) total[word] = (total[word] ?? 0) + count;
  }
  const sum = Object.values(total).reduce((all, count) => all + count, 0);
  const failed = sum - GOOD.reduce((all, word) => all + (total[word] ?? 0), 0);
  return [
    {
      what: 'no request failed',
      figure: `${failed} of ${sum} over ${tookMs.length} restarts, ${JSON.stringify(total)}`,
      isGood: failed === 0 && sum > 0,
    },
    {
      what: 'a process that was told to stop answered until the balancer had drained it',
      figure: `${fleet.late.answered} answered, ${fleet.late.lost} lost`,
      isGood: fleet.late.lost === 0 && fleet.late.answered > 0,
    },
    {
      what: 'every process stopped by itself and came back',
      figure: `${fleet.ends.length} ends, slowest ${(Math.max(...tookMs) / 1000).toFixed(1)} s`,
      isGood: fleet.ends.length === 0,
    },
  ];
}
