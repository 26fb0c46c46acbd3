import { type Deployment, openDeployment } from './deployment.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { type Load, startPaying } from './payers.ts';
import { proveAfter } from './proof.ts';
import { countPayments } from './put-back.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';

const BACK_WITHIN_S = 30;
const UNDER_LOAD_MS = 3000;

/** The disk of the composition's primary is lost, and the replica's takes its place by the steps of docs/runbooks/deploy.md. */
export const diskLost: Rehearsal<'times' | 'people'> = {
  about:
    'the primary of the compose file is lost for good under load, each second time after its replica stood still, and the replica is promoted',
  options: {
    times: { meaning: 'how often', fallback: 4 },
    people: { meaning: 'who pay meanwhile, each about one bill a second', fallback: 4 },
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
        say(`${people} people pay at ${fleet.url}. The primary is lost, ${times} times.`);
        const checks = await losePrimaries(deployment, fleet, load, times, say);
        checks.push(...(await proveAfter(fleet, load)));
        await fleet.kill();
        return report([...checks, await proveRestored(deployment)], say);
      } finally {
        await fleet.close();
      }
    } finally {
      await deployment.close();
    }
  },
};

async function losePrimaries(
  deployment: Deployment,
  fleet: Fleet,
  load: Load,
  times: number,
  say: (line: string) => void,
): Promise<Check[]> {
  const tookS: number[] = [];
  const gained: boolean[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const isBehind = turn % 2 === 1;
    await pause(UNDER_LOAD_MS);
    if (isBehind) {
      await deployment.stopReplica();
      // Answered meanwhile is what the backup's log has.
      await load.untilServed();
      await pause(UNDER_LOAD_MS);
    }
    load.takeCounts();
    const from = performance.now();
    await deployment.losePrimary();
    const said = await deployment.promote();
    const promotedS = (performance.now() - from) / 1000;
    const isServed = await load.untilServed();
    tookS.push(isServed ? (performance.now() - from) / 1000 : Infinity);
    const counts = JSON.stringify(load.takeCounts());
    const [own = '', all = ''] = said.match(/[\dA-F]+\/[\dA-F]+/g) ?? [];
    if (isBehind) gained.push(own !== all);
    await deployment.followAnew();
    const wholeS = (performance.now() - from) / 1000;
    say(
      `  ${isBehind ? 'replica behind' : 'replica in step'} (${own}, with the log ${all}): promoted after ${promotedS.toFixed(1)} s, paid again after ${tookS.at(-1)!.toFixed(1)} s, whole after ${wholeS.toFixed(1)} s; ${counts}`,
    );
  }
  const slowest = Math.max(...tookS);
  return [
    {
      what: `payments are taken again within ${BACK_WITHIN_S} s of steps that nobody has to think about`,
      figure: `${tookS.map((one) => one.toFixed(1)).join(', ')} s; slowest ${slowest.toFixed(1)}`,
      isGood: slowest <= BACK_WITHIN_S,
    },
    {
      what: 'what a replica that stood still lacked was read from the log of the backup',
      figure: `${gained.filter(Boolean).length} of ${gained.length} times`,
      isGood: gained.every(Boolean),
    },
    {
      what: 'no process of the product ended',
      figure: fleet.ends.join('; ') || 'none',
      isGood: fleet.ends.length === 0,
    },
  ];
}

async function proveRestored(deployment: Deployment): Promise<Check> {
  const before = await countPayments(deployment);
  await deployment.restoreBackup();
  const after = await countPayments(deployment);
  return {
    what: 'a database that is made from the backup alone has every payment, over all promotions',
    figure: `${after} of ${before}`,
    isGood: after === before && before > 0,
  };
}
