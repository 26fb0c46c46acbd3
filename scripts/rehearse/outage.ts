import type { Installation } from './installation.ts';
import { openSmallDisk, type SmallDisk, whyNoSmallDisk } from './outage/small-disk.ts';
import { socketsTowards } from './outage/sockets.ts';
import { type Kind, KINDS, outOfConnections, READ_ONLY, STOPPED, type Trouble } from './outage/trouble.ts';
import { type Load, startPaying } from './payers.ts';
import { proveCleanBooks, proveTruth, settleAll } from './proof.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';
import { openStage } from './stage.ts';

const UNDER_LOAD_MS = 10_000;
const SAMPLE_EVERY_MS = 250;
const READ_EVERY_MS = 500;
const BACK_WITHIN_MS = 5000;
/**
 * Connections of one process at most: its pools (16 for the API, 16 for the worker, 8 for sign-in, 4 for staff, 2 for looks; 14 of the queue),
 * twice the queue's while one of its runners follows another, two that are kept, and a few that are just being closed.
 */
const CONNECTIONS_MAX = 16 + 16 + 8 + 4 + 2 + 2 * 14 + 2 + 6;

interface Watch {
  /** The most connections one process held at a time; undefined where the system does not say. */
  readonly most: () => number | undefined;
  stop(): void;
}

/** The figures of one outage. */
interface Lived {
  readonly trouble: Trouble;
  /** From the end of the cause until a payment was begun and acknowledged. */
  readonly tookMs: number;
  /** Answers meanwhile, by status. */
  readonly counts: Record<string, number>;
  /** The status of `/readyz` at its end. */
  readonly readiness: number;
  /** The reads of a person's payments meanwhile, answered and failed. */
  readonly reads: { readonly good: number; readonly refused: number };
}

const ALL = 'all';

/** A database that becomes unavailable in each of its kinds and comes back, several times, while people go on paying. */
export const outage: Rehearsal<'seconds' | 'times' | 'people'> = {
  about:
    'the database is stopped, only reads, has no connection left or a full disk under load, and comes back, several times',
  options: {
    seconds: { meaning: 'how long it stays away', fallback: 60 },
    times: { meaning: 'how often in each kind', fallback: 3 },
    people: { meaning: 'who pay meanwhile, each about one bill a second', fallback: 6 },
  },
  choices: { kind: { meaning: 'in which kind', of: [...KINDS, ALL], fallback: ALL } },
  async run({ seconds, times, people }, say, _words, { kind }) {
    const kinds = KINDS.filter((one) => kind === ALL || kind === one);
    const noDisk = kinds.includes('disk') ? whyNoSmallDisk() : undefined;
    if (noDisk !== undefined) say(`The kind "disk" is left out: ${noDisk}.`);
    say('Starting the product…');
    const disk = kinds.includes('disk') && noDisk === undefined ? await openSmallDisk() : undefined;
    try {
      const troubles = kinds.flatMap((one) => troublesOf(one, disk));
      const checks =
        troubles.length > 0 ? await liveThrough(troubles, { seconds, times, people, disk }, say) : [];
      return report([...checks, ...leftOut(noDisk)], say);
    } finally {
      await disk?.close();
    }
  },
};

function troublesOf(kind: Kind, disk: SmallDisk | undefined): readonly Trouble[] {
  if (kind === 'stopped') return [STOPPED];
  if (kind === 'read-only') return [READ_ONLY];
  if (kind === 'connections') return [outOfConnections()];
  return disk?.troubles ?? [];
}

/** A kind that was not rehearsed is not good. */
function leftOut(noDisk: string | undefined): Check[] {
  return noDisk === undefined ? [] : [{ what: 'a full disk', figure: `left out: ${noDisk}`, isGood: false }];
}

async function liveThrough(
  troubles: readonly Trouble[],
  ask: {
    readonly seconds: number;
    readonly times: number;
    readonly people: number;
    readonly disk: SmallDisk | undefined;
  },
  say: (line: string) => void,
): Promise<readonly Check[]> {
  const { seconds, times, people, disk } = ask;
  const stage = await openStage(say, disk?.database);
  try {
    const load = await startPaying(stage, people);
    const watch = watchConnections(stage);
    say(`${people} people pay. The database goes away for ${seconds} s, ${times} times in each kind.`);
    await pause(UNDER_LOAD_MS);
    say(`  before: ${JSON.stringify(load.takeCounts())}`);
    const lived: Lived[] = [];
    for (const trouble of troubles)
      for (let time = 1; time <= times; time += 1) {
        const one = await takeAway(stage, load, seconds, trouble);
        lived.push(one);
        say(
          `  ${trouble.what}, ${time}: answers ${JSON.stringify(one.counts)}, /readyz ${one.readiness}, ${told(one.reads)}; served again after ${figure(one.tookMs)}`,
        );
        await pause(UNDER_LOAD_MS);
        say(`  afterwards: ${JSON.stringify(load.takeCounts())}`);
      }
    const promised = await load.stop();
    watch.stop();
    const rows = await settleAll(stage);
    return [
      ...checkOutage(stage, lived, watch.most()),
      ...(await proveTruth(stage, promised, rows)),
      await proveCleanBooks(stage),
    ];
  } finally {
    await stage.close();
  }
}

/** Takes the database away from an installation under load, for so long and until a request was refused. */
export async function takeAway(
  installation: Installation,
  load: Load,
  seconds: number,
  trouble: Trouble = STOPPED,
): Promise<Lived> {
  load.takeCounts();
  await trouble.begin(installation);
  const [reads] = await Promise.all([readFor(seconds, load), load.untilRefused()]);
  const readiness = await readinessOf(installation);
  const counts = load.takeCounts();
  await trouble.end(installation);
  const from = performance.now();
  const isServed = await load.untilServed();
  return { trouble, counts, readiness, reads, tookMs: isServed ? performance.now() - from : Infinity };
}

async function readFor(seconds: number, load: Load): Promise<Lived['reads']> {
  const until = performance.now() + seconds * 1000;
  const reads = { good: 0, refused: 0 };
  while (performance.now() < until) {
    reads[(await load.read()) === 200 ? 'good' : 'refused'] += 1;
    await pause(READ_EVERY_MS);
  }
  return reads;
}

async function readinessOf({ url }: Installation): Promise<number> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

function checkOutage(
  installation: Installation,
  lived: readonly Lived[],
  most: number | undefined,
): readonly Check[] {
  return [
    ...checkRefusals(
      installation,
      lived.map(({ counts }) => counts),
    ),
    checkReadiness(lived),
    {
      what: 'connections of one process stayed in their pools',
      figure:
        most === undefined ? 'not counted on this system' : `${most} at most, ${CONNECTIONS_MAX} allowed`,
      isGood: most === undefined || most <= CONNECTIONS_MAX,
    },
    {
      what: 'served again within 5 s',
      figure: lived.map(({ trouble, tookMs }) => `${trouble.what} ${figure(tookMs)}`).join(', '),
      isGood: lived.every(({ tookMs }) => tookMs <= BACK_WITHIN_MS),
    },
  ];
}

/**
 * Checks that readiness fails while the database answers no query, and that reads go on where only its disk is full. There no
 * connection can be opened: a read is refused as busy while all open ones have work.
 */
function checkReadiness(lived: readonly Lived[]): Check {
  const figures = lived.map(
    ({ trouble, readiness, reads }) => `${trouble.what} ${readiness}, ${told(reads)}`,
  );
  return {
    what: '/readyz is red where nobody is served, and people read where tables cannot grow',
    figure: figures.join('; '),
    isGood: lived.every(({ trouble, readiness, reads }) =>
      trouble.isReady ? readiness === 200 && reads.good > reads.refused : readiness === 503,
    ),
  };
}

function told({ good, refused }: Lived['reads']): string {
  return `${good} of ${good + refused} reads`;
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
