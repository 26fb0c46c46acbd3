import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runFunctionRound } from './accept/function-load.ts';
import { createHttpLoad, type HttpLoad } from './accept/http-load.ts';
import { machine } from './accept/machine.ts';
import { createSimpleUpdate, type SimpleUpdate } from './accept/simple-update.ts';
import { openStage, type Stage } from './accept/stage.ts';
import { storePayments } from './accept/stored.ts';
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
  /** Payments that are stored before the rounds are run once more; zero for once alone. */
  readonly stored: number;
}

/**
 * Measures how fast payments are accepted: by the SQL function alone (the limit), and by the HTTP endpoint on a real server
 * process, beside pgbench's simple update on the same database. Short rounds take turns, so that whatever else the machine does
 * falls on all. With `--stored 5000000` the rounds are run again once so many payments are stored, and the rates are compared.
 */
export async function runAcceptBench(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  say('Preparing a database, a server and people…');
  const times = options.stored > 0 ? 2 : 1;
  const stage = await openStage({ ...options, rounds: times * options.rounds });
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
      stored: { type: 'string', default: '0' },
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
    stored: Number(values.stored),
  };
}

async function measure(stage: Stage, load: HttpLoad, options: Options): Promise<void> {
  const { clients, users, isRaw, stored } = options;
  // Everybody is seen once before it counts, as the quote before a payment would have done.
  await counted(stage, () => load.run(stage.take(users), users));
  const first = await counted(stage, () => runFunctionRound(stage, { clients, payments: users, isRaw }));
  // A plan made while the tables were empty would read them from end to end until the database's own next look.
  await stage.analyze();
  await counted(stage, () => load.run(stage.take(users), users));
  const simple = await createSimpleUpdate(stage, clients);
  say(`The function is called by ${first.by}.\n`);
  const settings = { ...options, function: first.by, ...stage.settings };
  say(`${JSON.stringify(machine())}\n${JSON.stringify(settings)}`);
  const few = await measureRounds(stage, load, simple, options);
  report(`with ${few.stored} payments stored`, few);
  let many: Measured | undefined;
  if (stored > 0) {
    await storePayments(stage.databaseUrl, stored - (await stage.countPayments()), say);
    await stage.analyze();
    many = await measureRounds(stage, load, simple, options);
    report(`with ${many.stored} payments stored`, many);
    say(
      `to ${few.stored} stored: HTTP ${(many.http.perSecond / few.http.perSecond).toFixed(3)}, ` +
        `function ${(many.function.perSecond / few.function.perSecond).toFixed(3)}`,
    );
  }
  if (options.isSaved) {
    mkdirSync(join(RESULT, '..'), { recursive: true });
    const head = { at: new Date().toISOString(), machine: machine(), settings };
    writeFileSync(RESULT, `${JSON.stringify({ ...head, few, many }, null, 2)}\n`);
  }
}

interface Measured {
  readonly stored: number;
  readonly function: Summary;
  readonly http: Summary;
  /** The rates of HTTP over those of the function, a round each. */
  readonly ratios: readonly number[];
  /** Transactions of pgbench's simple update a second, where there is a pgbench, and the rate of HTTP over it. */
  readonly simple: { readonly perSecond: number; readonly ratio: number } | undefined;
  readonly cpuMsPerPayment: ReturnType<ReturnType<typeof countCpu>['perPayment']>;
}

async function measureRounds(
  stage: Stage,
  load: HttpLoad,
  simple: SimpleUpdate | undefined,
  { clients, payments, rounds, isRaw }: Options,
): Promise<Measured> {
  const stored = await stage.countPayments();
  const viaFunction: Round[] = [];
  const viaHttp: Round[] = [];
  const simplePerSecond: number[] = [];
  const cpu = countCpu(stage);
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
    if (simple) simplePerSecond.push(await simple.round(2 * payments));
    const [one, two] = [viaFunction.at(-1)!, viaHttp.at(-1)!];
    say(
      `round ${round}: function ${one.perSecond.toFixed(0)}/s, HTTP ${two.perSecond.toFixed(0)}/s, ` +
        `ratio ${(two.perSecond / one.perSecond).toFixed(3)}`,
    );
  }
  const toSimple = simplePerSecond.map((perSecond, index) => viaHttp[index]!.perSecond / perSecond);
  return {
    stored,
    function: summarise(viaFunction),
    http: summarise(viaHttp),
    ratios: viaHttp.map((round, index) => round.perSecond / viaFunction[index]!.perSecond),
    simple: simple && { perSecond: median(simplePerSecond), ratio: median(toSimple) },
    cpuMsPerPayment: cpu.perPayment(viaFunction, viaHttp),
  };
}

function report(
  title: string,
  { function: viaFunction, http, ratios, simple, cpuMsPerPayment }: Measured,
): void {
  say(`\n${title}`);
  say(line('function', viaFunction));
  say(line('HTTP', http));
  say(`CPU time of one payment in ms: ${JSON.stringify(cpuMsPerPayment)}`);
  say(
    `ratio     ${median(ratios).toFixed(3)} (median of the rounds' own; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
  if (simple)
    say(`pgbench -N ${simple.perSecond.toFixed(0)}/s, HTTP to it ${simple.ratio.toFixed(3)} (median)`);
  else say('pgbench -N: there is no pgbench here');
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
