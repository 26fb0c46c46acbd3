import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runFunctionRound } from './accept/function-load.ts';
import { createHttpLoad } from './accept/http-load.ts';
import { machine } from './accept/machine.ts';
import { openStage, type Stage } from './accept/stage.ts';
import { median, type Round, summarise, type Summary } from './accept/summary.ts';

const RESULT = join(import.meta.dirname, 'results', 'accept.json');

interface Options {
  readonly clients: number;
  readonly rounds: number;
  /** Payments of one round. */
  readonly payments: number;
  readonly users: number;
  readonly isSaved: boolean;
  readonly isRaw: boolean;
  readonly profileDir: string | undefined;
}

/**
 * Measures how fast payments are accepted: by the SQL function alone (the limit), and by the HTTP endpoint on a real server
 * process. Short rounds take turns, so that whatever else the machine does falls on both.
 */
export async function runAcceptBench(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  say('Preparing a database, a server and people…');
  const stage = await openStage(options);
  // Ctrl-C and a time limit stop what was started, too.
  const stop = () => void stage.close().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const load = await createHttpLoad(stage, options.clients);
    try {
      await measure(stage, load, options);
    } finally {
      load.stop();
    }
  } finally {
    await stage.close();
  }
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      clients: { type: 'string', default: '16' },
      rounds: { type: 'string', default: '10' },
      payments: { type: 'string', default: '2000' },
      users: { type: 'string', default: '2000' },
      save: { type: 'boolean', default: false },
      // Without pgbench, and on demand, the function is called by a loop over the driver.
      raw: { type: 'boolean', default: false },
      // Where the server writes its CPU profile.
      profile: { type: 'string' },
    },
  });
  return {
    clients: Number(values.clients),
    rounds: Number(values.rounds),
    payments: Number(values.payments),
    users: Number(values.users),
    isSaved: values.save,
    isRaw: values.raw,
    profileDir: values.profile,
  };
}

async function measure(
  stage: Stage,
  load: Awaited<ReturnType<typeof createHttpLoad>>,
  options: Options,
): Promise<void> {
  const { clients, payments, rounds, isRaw } = options;
  const viaFunction: Round[] = [];
  const viaHttp: Round[] = [];
  const cpu = countCpu(stage);
  // Everybody is seen once before it counts, as the quote before a payment would have done.
  await counted(stage, () => load.run(stage.take(options.users), options.users));
  const first = await counted(stage, () =>
    runFunctionRound(stage, { clients, payments: options.users, isRaw }),
  );
  // A plan made while the tables were empty would read them from end to end until the database's own next look.
  await stage.analyze();
  await counted(stage, () => load.run(stage.take(options.users), options.users));
  say(`The function is called by ${first.by}.\n`);
  for (let round = 1; round <= rounds; round += 1) {
    const callFunction = () =>
      cpu.during('function', () =>
        counted(stage, () => runFunctionRound(stage, { clients, payments, isRaw })),
      );
    const callHttp = () =>
      cpu.during('http', () => counted(stage, () => load.run(stage.take(payments), payments)));
    // By turns the one or the other goes first.
    if (round % 2 === 1) viaFunction.push(await callFunction());
    viaHttp.push(await callHttp());
    if (round % 2 === 0) viaFunction.push(await callFunction());
    const [one, two] = [viaFunction.at(-1)!, viaHttp.at(-1)!];
    say(
      `round ${round}: function ${one.perSecond.toFixed(0)}/s, HTTP ${two.perSecond.toFixed(0)}/s, ` +
        `ratio ${(two.perSecond / one.perSecond).toFixed(3)}`,
    );
  }
  const result = {
    machine: machine(),
    settings: { clients, rounds, payments, users: options.users, function: first.by, ...stage.settings },
    function: summarise(viaFunction),
    http: summarise(viaHttp),
  };
  const ratios = viaHttp.map((round, index) => round.perSecond / viaFunction[index]!.perSecond);
  const ratio = median(ratios);
  const cpuMsPerPayment = cpu.perPayment(viaFunction, viaHttp);
  say(`\n${JSON.stringify(result.machine)}\n${JSON.stringify(result.settings)}`);
  say(line('function', result.function));
  say(line('HTTP', result.http));
  say(`CPU time of one payment in ms: ${JSON.stringify(cpuMsPerPayment)}`);
  say(
    `ratio     ${ratio.toFixed(3)} (median of the rounds' own; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
  if (options.isSaved) {
    mkdirSync(join(RESULT, '..'), { recursive: true });
    writeFileSync(
      RESULT,
      `${JSON.stringify({ at: new Date().toISOString(), ratio, cpuMsPerPayment, ...result }, null, 2)}\n`,
    );
  }
}

/** CPU time, which other people's work on the machine disturbs less than it does the clock. */
function countCpu(stage: Stage) {
  const spent = { databaseByFunctionWithConnecting: 0, databaseByHttp: 0, server: 0 };
  return {
    async during<T>(way: 'function' | 'http', run: () => Promise<T>): Promise<T> {
      const before = { database: stage.databaseCpuMs(), server: stage.serverCpuMs() };
      const result = await run();
      spent[way === 'http' ? 'databaseByHttp' : 'databaseByFunctionWithConnecting'] +=
        stage.databaseCpuMs() - before.database;
      if (way === 'http') spent.server += stage.serverCpuMs() - before.server;
      return result;
    },
    perPayment(viaFunction: readonly Round[], viaHttp: readonly Round[]) {
      const total = (rounds: readonly Round[]) => rounds.reduce((sum, round) => sum + round.payments, 0);
      const each = (ms: number, count: number) => Number((ms / count).toFixed(3));
      return {
        databaseByFunctionWithConnecting: each(spent.databaseByFunctionWithConnecting, total(viaFunction)),
        databaseByHttp: each(spent.databaseByHttp, total(viaHttp)),
        server: each(spent.server, total(viaHttp)),
      };
    },
  };
}

/** Runs a round and insists that every one of its payments is in the database. */
async function counted<R extends Round>(stage: Stage, run: () => Promise<R>): Promise<R> {
  const before = await stage.countPayments();
  const round = await run();
  const accepted = (await stage.countPayments()) - before;
  if (accepted !== round.payments) throw new Error(`${accepted} of ${round.payments} payments were accepted`);
  return round;
}

function line(name: string, { perSecond, p50Ms, p95Ms, p99Ms }: Summary): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return `${name.padEnd(9)} ${perSecond.toFixed(0)}/s  p50 ${ms(p50Ms)}  p95 ${ms(p95Ms)}  p99 ${ms(p99Ms)}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
