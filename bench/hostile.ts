import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './accept/machine.ts';
import { openStage, type Stage } from './accept/stage.ts';
import { type Summary, summarise } from './accept/summary.ts';
import { measureCosts } from './hostile/costs.ts';
import { createFlood, type FloodReport } from './hostile/flood.ts';
import { type Answers, watchOthers } from './hostile/others.ts';

const RESULT = join(import.meta.dirname, 'results', 'hostile.json');
/** Under the flood, of everything that other users ask. */
const P99_MS_MAX = 250;
/** The number of people who accept payments. */
const USERS = 50;

interface Options {
  readonly seconds: number;
  readonly connections: number;
  readonly addresses: number;
  readonly isSaved: boolean;
  /** True to measure the CPU time of a request of each kind: a busy machine does not change it. */
  readonly isOfCosts: boolean;
}

type Seen = Summary & { readonly refused: number };

interface Measured {
  readonly healthz: Seen;
  readonly accept: Seen;
}

/**
 * Measures the effect on everybody else of the worst anonymous flood the limits allow: sign-ups, log-ins, recoveries, shared
 * receipts, event streams and bodies of full size, from many addresses at once. Fails when the p99 of /healthz or of an accept is
 * over 250 ms, or one of them is refused.
 */
export async function runHostileBench(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  say('Preparing a database, a server and people…');
  // An accept each 20 ms at the most, twice, with a start before.
  const payments = Math.ceil(options.seconds * 50) + USERS;
  const stage = await openStage({ users: USERS, rounds: 1, payments, clients: 1, profileDir: undefined });
  const stop = () => void stage.close().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await (options.isOfCosts ? reportCosts(stage) : measureAll(stage, options));
  } finally {
    await stage.close();
  }
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '20' },
      connections: { type: 'string', default: '200' },
      addresses: { type: 'string', default: '100' },
      save: { type: 'boolean', default: false },
      costs: { type: 'boolean', default: false },
    },
  });
  const { seconds, connections, addresses, save, costs } = values;
  return {
    seconds: Number(seconds),
    connections: Number(connections),
    addresses: Number(addresses),
    isSaved: save,
    isOfCosts: costs,
  };
}

async function measureAll(stage: Stage, options: Options): Promise<void> {
  await measure(stage, 3);
  const calm = await measure(stage, options.seconds / 2);
  const flood = await createFlood(stage.serverUrl, options);
  let under: Measured;
  let sent: FloodReport;
  let cpuMs: number;
  try {
    await flood.begin();
    const before = stage.serverCpuMs();
    under = await measure(stage, options.seconds);
    cpuMs = stage.serverCpuMs() - before;
    sent = await flood.end();
  } finally {
    flood.stop();
  }
  report(options, { calm, under, sent, cpuMs });
  if (options.isSaved) {
    mkdirSync(join(RESULT, '..'), { recursive: true });
    const head = { at: new Date().toISOString(), machine: machine(), options };
    writeFileSync(RESULT, `${JSON.stringify({ ...head, calm, under, sent, cpuMs }, null, 2)}\n`);
  }
  const worstMs = Math.max(under.healthz.p99Ms, under.accept.p99Ms);
  const refused = under.healthz.refused + under.accept.refused;
  if (worstMs <= P99_MS_MAX && refused === 0) return;
  say(
    `\nNot held: a p99 of ${worstMs.toFixed(0)} ms where ${P99_MS_MAX} ms is the most, and ${refused} calls refused.`,
  );
  process.exitCode = 1;
}

/** Each kind so often; the first few of each are left out. */
const COSTED = 200;

async function reportCosts(stage: Stage): Promise<void> {
  await measureCosts(stage, COSTED / 10);
  say('CPU milliseconds a request: of the server, of the database');
  for (const { kind, serverMs, databaseMs, statuses } of await measureCosts(stage, COSTED))
    say(
      `${kind.padEnd(16)} ${serverMs.toFixed(2).padStart(6)} ${databaseMs.toFixed(2).padStart(6)}  ${JSON.stringify(statuses)}`,
    );
}

async function measure(stage: Stage, seconds: number): Promise<Measured> {
  const { healthz, accept } = await watchOthers(stage, seconds);
  const seen = (answers: Answers): Seen => ({ ...summarise([answers]), refused: answers.refused });
  return { healthz: seen(healthz), accept: seen(accept) };
}

interface Figures {
  readonly calm: Measured;
  readonly under: Measured;
  readonly sent: FloodReport;
  /** CPU time of the server with all its threads, under the flood: on a busy machine it gets little. */
  readonly cpuMs: number;
}

function report({ seconds, connections, addresses }: Options, { calm, under, sent, cpuMs }: Figures): void {
  say(`\n${JSON.stringify(machine())}`);
  say(`${connections} connections of ${addresses} addresses for ${seconds} s`);
  say(`the server used ${(cpuMs / 1000).toFixed(1)} s of CPU under the flood\n`);
  say(line('/healthz, calm', calm.healthz));
  say(line('/healthz, flooded', under.healthz));
  say(line('accept, calm', calm.accept));
  say(`${line('accept, flooded', under.accept)}\n`);
  for (const [kind, statuses] of Object.entries(sent)) {
    const told = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    say(`${kind.padEnd(20)} ${told.join(', ')}`);
  }
}

function line(name: string, { perSecond, p50Ms, p95Ms, p99Ms, refused }: Seen): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return `${name.padEnd(20)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${ms(p50Ms)}  p95 ${ms(p95Ms)}  p99 ${ms(p99Ms)}  refused ${refused}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
