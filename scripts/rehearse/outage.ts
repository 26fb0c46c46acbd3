import type { Installation } from './installation.ts';
import { socketsTowards } from './outage/sockets.ts';
import { type Load, startPaying } from './payers.ts';
import { proveCleanBooks, proveTruth, settleAll } from './proof.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';
import { openStage } from './stage.ts';

const UNDER_LOAD_MS = 10_000;
const SAMPLE_EVERY_MS = 250;
const BACK_WITHIN_MS = 5000;
/**
 * Connections of one process at most: its pools (16 for the API, 16 for the worker, 8 for sign-in, 4 for staff; 14 of the queue),
 * twice the queue's while one of its runners follows another, two that are kept, and a few that are just being closed.
 */
const CONNECTIONS_MAX = 16 + 16 + 8 + 4 + 2 * 14 + 2 + 6;

interface Watch {
  /** The most connections one process held at a time; undefined where the system does not say. */
  readonly most: () => number | undefined;
  stop(): void;
}

/** A database that is stopped and comes back, several times, while people go on paying. */
export const outage: Rehearsal<'seconds' | 'times' | 'people'> = {
  about: 'the database is stopped under load and comes back, several times',
  options: {
    seconds: { meaning: 'how long it stays away', fallback: 60 },
    times: { meaning: 'how often', fallback: 3 },
    people: { meaning: 'who pay meanwhile, each about one bill a second', fallback: 6 },
  },
  async run({ seconds, times, people }, say) {
    say('Starting the product…');
    const stage = await openStage(say);
    try {
      const load = await startPaying(stage, people);
      const watch = watchConnections(stage);
      say(`${people} people pay. The database goes away for ${seconds} s, ${times} times.`);
      await pause(UNDER_LOAD_MS);
      say(`  before: ${JSON.stringify(load.takeCounts())}`);
      const backAfterMs: number[] = [];
      const refusals: Record<string, number>[] = [];
      for (let time = 1; time <= times; time += 1) {
        const { tookMs, counts } = await takeAway(stage, load, seconds);
        backAfterMs.push(tookMs);
        refusals.push(counts);
        say(
          `  outage ${time}: answers ${JSON.stringify(counts)}; served again ${figure(tookMs)} after the database answered`,
        );
        await pause(UNDER_LOAD_MS);
        say(`  after ${time}: ${JSON.stringify(load.takeCounts())}`);
      }
      const promised = await load.stop();
      watch.stop();
      const rows = await settleAll(stage);
      return report(
        [
          ...checkOutage(stage, { backAfterMs, refusals, most: watch.most() }),
          ...(await proveTruth(stage, promised, rows)),
          await proveCleanBooks(stage),
        ],
        say,
      );
    } finally {
      await stage.close();
    }
  },
};

/** Takes the database away from an installation under load, for so long and until a request was refused. */
export async function takeAway(installation: Installation, load: Load, seconds: number) {
  load.takeCounts();
  await installation.stopDatabase();
  await Promise.all([pause(seconds * 1000), load.untilRefused()]);
  const counts = load.takeCounts();
  await installation.startDatabase();
  const from = performance.now();
  const isServed = await load.untilServed();
  return { tookMs: isServed ? performance.now() - from : Infinity, counts };
}

function checkOutage(
  installation: Installation,
  told: {
    readonly backAfterMs: readonly number[];
    readonly refusals: readonly Record<string, number>[];
    readonly most: number | undefined;
  },
): Check[] {
  const slowest = Math.max(...told.backAfterMs);
  return [
    ...checkRefusals(installation, told.refusals),
    {
      what: 'connections of one process stayed in their pools',
      figure:
        told.most === undefined
          ? 'not counted on this system'
          : `${told.most} at most, ${CONNECTIONS_MAX} allowed`,
      isGood: told.most === undefined || told.most <= CONNECTIONS_MAX,
    },
    {
      what: 'served again within 5 s',
      figure: told.backAfterMs.map(figure).join(', '),
      isGood: slowest <= BACK_WITHIN_MS,
    },
  ];
}

/** That an installation lived on without its database, and told who called that it is busy. */
export function checkRefusals(
  { ends }: Installation,
  refusals: readonly Record<string, number>[],
): readonly Check[] {
  const words = [...new Set(refusals.flatMap((counts) => Object.keys(counts)))];
  // A call that was answered in the moment of the stop was promised, and is counted with the promises.
  const isBusy = (word: string) => ['503', '200', '201', '202'].includes(word);
  return [
    { what: 'no process ended', figure: `${ends.length} ends`, isGood: ends.length === 0 },
    {
      what: 'callers were told 503 meanwhile',
      figure: words.join(', '),
      isGood: words.includes('503') && words.every(isBusy),
    },
  ];
}

function watchConnections({ databasePort, pids }: Installation): Watch {
  let most: number | undefined;
  const timer = setInterval(() => {
    const now = socketsTowards(databasePort, pids());
    if (now) most = Math.max(most ?? 0, ...now.values());
  }, SAMPLE_EVERY_MS);
  return { most: () => most, stop: () => clearInterval(timer) };
}

function figure(ms: number): string {
  if (ms === Infinity) return 'never';
  return `${(ms / 1000).toFixed(1)} s`;
}
