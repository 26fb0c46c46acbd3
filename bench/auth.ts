import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './accept/machine.ts';
import { median, type Summary, summarise } from './accept/summary.ts';
import { type Caller, createCaller, isKind, type Kind, KINDS, type Pace } from './auth/calls.ts';
import { createLimits, type Limits } from './auth/limits.ts';
import { type CpuMs, openStage, type Stage } from './auth/stage.ts';
import { compareStrangers, type Likeness } from './auth/strangers.ts';

const RESULT = join(import.meta.dirname, 'results', 'auth.json');
const NAMES: Readonly<Record<Kind, string>> = {
  user: 'GET /user',
  refresh: 'refresh',
  password: 'log-in by password',
};
/** The share of the calls of a round; a password costs as much as many of the others. */
const SHARE: Readonly<Record<Kind, number>> = { user: 1, refresh: 0.5, password: 0.1 };

interface Options {
  readonly clients: number;
  readonly rounds: number;
  readonly calls: number;
  readonly isSaved: boolean;
  /** The one kind to measure, where it is named; strangers are not compared then. */
  readonly only: Kind | undefined;
  /** A folder for the CPU profile of the server. */
  readonly profileDir: string | undefined;
}

/** One kind of call beside each of its limits: how much of the limit's rate is reached. */
interface Row {
  readonly kind: Kind;
  readonly http: Summary;
  readonly limits: Readonly<Record<string, Summary>>;
  readonly ratios: Readonly<Record<string, number>>;
  /** CPU time of one call in ms, by way. */
  readonly cpu: Readonly<Record<string, CpuMs>>;
}

/**
 * Measures how fast people sign in on a real server process: the account shown, a token refreshed, a password proven. Each is
 * compared with its lower bound, by turns in short rounds of one run. Before that it compares the time of a known address with
 * that of an unknown one.
 */
export async function runAuthBench(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  say('Preparing a database, a server and people…');
  const stage = await openStage(4 * options.clients, options.profileDir);
  // Ctrl-C and a time limit stop what was started, too.
  const stop = () => void stage.close().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await measureAll(stage, options);
  } finally {
    await stage.close();
  }
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      clients: { type: 'string', default: '16' },
      rounds: { type: 'string', default: '7' },
      // The connections of one round of the cheapest kind.
      calls: { type: 'string', default: '2000' },
      save: { type: 'boolean', default: false },
      only: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const { clients, rounds, calls, save, only, profile } = values;
  if (only !== undefined && !isKind(only)) throw new Error(`--only is one of ${KINDS.join(', ')}`);
  return {
    clients: Number(clients),
    rounds: Number(rounds),
    calls: Number(calls),
    isSaved: save,
    only,
    profileDir: profile,
  };
}

async function measureAll(stage: Stage, options: Options): Promise<void> {
  const { clients } = options;
  const { people, password, databaseUrl, others } = stage;
  const server = await createCaller({ url: stage.serverUrl, clients, people, password });
  const empty = await createCaller({ url: stage.emptyUrl, clients, people, password });
  const limits = await createLimits(databaseUrl, others, clients);
  const rows: Row[] = [];
  const strangers = options.only ? [] : await compareStrangers(stage.serverUrl, people);
  try {
    for (const kind of options.only ? [options.only] : KINDS)
      rows.push(await measure(kind, server, limitsOf(kind, empty, limits), options, stage.cpuMs));
  } finally {
    await limits.close();
    empty.stop();
    server.stop();
  }
  say(`\n${JSON.stringify(machine())}`);
  say(`${clients} clients, ${options.rounds} rounds; a password is ${limits.hashCost}\n`);
  for (const row of rows) report(row);
  reportStrangers(strangers);
  if (!options.isSaved) return;
  mkdirSync(join(RESULT, '..'), { recursive: true });
  const head = { at: new Date().toISOString(), machine: machine(), options, hashCost: limits.hashCost };
  writeFileSync(RESULT, `${JSON.stringify({ ...head, rows, strangers }, null, 2)}\n`);
}

type Limit = (calls: number) => Promise<Pace>;

function limitsOf(kind: Kind, empty: Caller, limits: Limits): Readonly<Record<string, Limit>> {
  return {
    'an empty route': (calls) => empty.run(kind, calls),
    'its statements': (calls) => limits.statements(kind, calls),
    ...(kind === 'password' ? { 'the hash': (calls: number) => limits.hash(calls) } : {}),
  };
}

async function measure(
  kind: Kind,
  server: Caller,
  limits: Readonly<Record<string, Limit>>,
  { rounds, calls: most }: Options,
  cpuMs: () => CpuMs,
): Promise<Row> {
  const calls = Math.ceil(most * SHARE[kind]);
  const ways: readonly (readonly [string, Limit])[] = [
    ['http', (count) => server.run(kind, count)],
    ...Object.entries(limits),
  ];
  const paces = new Map<string, Pace[]>(ways.map(([name]) => [name, []]));
  const spent = new Map(ways.map(([name]) => [name, { server: 0, empty: 0, database: 0 }]));
  const eachCall = (ms: number) => Number((ms / (rounds * calls)).toFixed(3));
  // Once for plans and caches, which does not count.
  for (const [, run] of ways) await run(Math.ceil(calls / 4));
  for (let round = 0; round < rounds; round += 1) {
    // By turns each goes first.
    const order = ways.map((_way, index) => ways[(index + round) % ways.length]!);
    for (const [name, run] of order) {
      const before = cpuMs();
      paces.get(name)!.push(await run(calls));
      const after = cpuMs();
      const sum = spent.get(name)!;
      for (const part of ['server', 'empty', 'database'] as const) sum[part] += after[part] - before[part];
    }
  }
  const http = paces.get('http')!;
  const names = Object.keys(limits);
  const ratioTo = (name: string) =>
    median(http.map(({ perSecond }, round) => perSecond / paces.get(name)![round]!.perSecond));
  return {
    kind,
    http: summarise(http),
    limits: Object.fromEntries(names.map((name) => [name, summarise(paces.get(name)!)])),
    ratios: Object.fromEntries(names.map((name) => [name, ratioTo(name)])),
    cpu: Object.fromEntries(
      [...spent].map(([name, { server: own, empty, database }]) => [
        name,
        { server: eachCall(own), empty: eachCall(empty), database: eachCall(database) },
      ]),
    ),
  };
}

function report({ kind, http, limits, ratios, cpu }: Row): void {
  say(line(NAMES[kind], http));
  for (const [name, summary] of Object.entries(limits))
    say(`${line(`  ${name}`, summary)}  ratio ${ratios[name]?.toFixed(3)}`);
  say(`  CPU ms of one call: ${JSON.stringify(cpu)}`);
}

function reportStrangers(rows: readonly Likeness[]): void {
  if (rows.length === 0) return;
  say('\nA known address beside an unknown one');
  for (const { path, knownMs, unknownMs, ratio } of rows)
    say(
      `  ${path.padEnd(28)} ${knownMs.toFixed(1)} ms  ${unknownMs.toFixed(1)} ms  ratio ${ratio.toFixed(3)}`,
    );
}

function line(name: string, { perSecond, p50Ms, p95Ms, p99Ms }: Summary): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return `${name.padEnd(20)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${ms(p50Ms)}  p95 ${ms(p95Ms)}  p99 ${ms(p99Ms)}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
