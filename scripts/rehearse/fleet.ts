import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { remoteControl } from '../../apps/server/test/control.ts';
import { createVictim, type Life, type Victim } from '../../apps/server/test/crash/processes.ts';
import { startSandbox } from '../../apps/sandbox/src/app.ts';
import { PROCESS } from '../image/layout.ts';
import { makeLogins } from '../logins.ts';
import { ROOT } from '../run.ts';
import { scratchDir } from '../scratch-dir.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { closesWithProcess } from './leaving.ts';
import { type Installation, type OwnDatabase, ownDatabase } from './installation.ts';
import { freePort } from '../free-port.ts';

/** Two API and two worker processes behind a balancer, as a small installation runs them. */
export interface Fleet extends Installation {
  readonly names: readonly string[];
  /** Ports of the API's processes, behind the balancer. */
  readonly apiPorts: readonly number[];
  /** Ports at which the workers tell their health and figures. */
  readonly workerPorts: readonly number[];
  /** Requests to processes that were told to stop, before the balancer had drained them: answered, and not. */
  readonly late: { readonly answered: number; readonly lost: number };
  /** The environment of all its processes: without the owner's address, where they are of this release. */
  readonly env: NodeJS.ProcessEnv;
  /** The local database's own folder. */
  readonly databaseDir: string;
  /** Kills every process. */
  kill(): Promise<void>;
  /** Stops a process as an operator does, and leaves it stopped. */
  stop(name: string): Promise<void>;
  /** Starts one that was stopped. */
  start(name: string): Promise<void>;
  /**
   * Stops a process as an operator does and starts it again. An API's process is told to close its socket as soon as the balancer
   * has drained it, so that no machine is too slow for the pause in between.
   */
  restart(name: string): Promise<void>;
  /** Sets the release and environment of processes that start from now on. */
  setLife(life: Life): void;
}

interface Options {
  /** Off is for tests alone: a crash of the machine may lose what was committed. */
  readonly isDurable: boolean;
  readonly say: (line: string) => void;
  /** Where it is not a local one of its own; it goes with the fleet all the same. `env` has the addresses of its roles then. */
  readonly database?: OwnDatabase;
  /** The balancer before the API. Without it the fleet opens one of our own, which repeats nothing. */
  readonly openBalancer?: (ports: readonly number[]) => Promise<Balancer>;
  /** More of the product's configuration. */
  readonly env?: Readonly<Record<string, string>>;
  /** The release and environment of the first processes. Those of another release bring the database's schema themselves. */
  readonly life?: Life;
}

/** Longer than any drain takes: the balancer's word ends it. */
const WAIT_SECONDS = '300';
/** The sandbox soon cuts a call that it does not answer; one that is slow on a busy machine is waited for. */
const HOLD_MS = 5000;

export async function openFleet({
  isDurable,
  say,
  database: given,
  openBalancer: standBefore = openBalancer,
  env: more = {},
  life = {},
}: Options): Promise<Fleet> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-fleet-'));
  const databaseDir = isDurable ? join(dataDir, 'database') : scratchDir('fleet');
  const database = given ?? (await ownDatabase(databaseDir, isDurable));
  const addresses = await takeStep(database.url, { DATA_DIR: dataDir, ...more, ...life.env }, life);
  const ports = [await freePort(), await freePort()];
  const workerPorts = [await freePort(), await freePort()];
  const balancer = await standBefore(ports);
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    holdMs: HOLD_MS,
    webhookTarget: `${balancer.url}/api/v1/webhooks`,
  });
  const env = {
    PATH: process.env.PATH,
    ...addresses,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: balancer.url,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    SHUTDOWN_WAIT_SECONDS: WAIT_SECONDS,
    ...more,
  };
  const crew = new Crew(planOf(env, ports, workerPorts), balancer, say, life);
  const close = closesWithProcess(async () => {
    await crew.kill();
    await sandbox.close();
    await balancer.close();
    await database.discard();
    rmSync(dataDir, { recursive: true, force: true });
  });

  await crew.start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: balancer.url,
    sandboxUrl: sandbox.url,
    databaseUrl: database.url,
    databasePort: database.port,
    sql: database.sql,
    names: crew.names,
    apiPorts: ports,
    workerPorts,
    ends: crew.ends,
    late: crew.late,
    env,
    databaseDir,
    kill: () => crew.kill(),
    pids: () => crew.pids(),
    stop: (name) => crew.stop(name),
    start: (name) => crew.begin(name),
    restart: (name) => crew.restart(name),
    setLife: (next) => void (crew.life = next),
    ...remoteControl(sandbox.url),
    stopDatabase: () => database.stop(),
    startDatabase: () => database.start(),
    close,
  };
}

/**
 * Takes the step before the processes, as an operator does: schema and key ring, with the owner's address. Answers the addresses that
 * the processes are given besides: the roles', or the owner's for a release of before this way. Throws, with what it said, where it fails.
 */
async function takeStep(
  url: string,
  env: NodeJS.ProcessEnv & { readonly DATA_DIR: string },
  { root }: Life,
): Promise<NodeJS.ProcessEnv> {
  const owner = { DATABASE_URL: url };
  if (root !== undefined) return owner;
  const addresses = env.DATABASE_API_URL_FILE ? {} : await makeLogins(url, ROOT, env.DATA_DIR);
  const files = PROCESS.step.map((file) => join(ROOT, file));
  await promisify(execFile)(process.execPath, files, { env: { PATH: process.env.PATH, ...owner, ...env } });
  return addresses;
}

interface Planned {
  readonly name: string;
  readonly port: number | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** A worker for each port of health, then an API for each port. */
function planOf(env: NodeJS.ProcessEnv, ports: readonly number[], workerPorts: readonly number[]): Planned[] {
  return [
    ...workerPorts.map((port, nth) => ({
      name: `worker ${nth + 1}`,
      port: undefined,
      env: { ...env, ROLE: 'worker', HEALTH_PORT: String(port) },
    })),
    ...ports.map((port, nth) => ({
      name: `api ${nth + 1}`,
      port,
      env: { ...env, ROLE: 'api', PORT: String(port) },
    })),
  ];
}

interface Member {
  readonly process: Victim;
  readonly port: number | undefined;
}

/** The processes of a fleet. */
class Crew {
  readonly ends: string[] = [];
  readonly late = { answered: 0, lost: 0 };
  life: Life;
  readonly #members: ReadonlyMap<string, Member>;
  readonly #balancer: Balancer;
  #isOver = false;

  constructor(plan: readonly Planned[], balancer: Balancer, say: (line: string) => void, life: Life) {
    this.life = life;
    this.#balancer = balancer;
    this.#members = new Map(
      plan.map(({ name, port, env }) => {
        const onEnd = (how: string) => {
          if (this.#isOver) return;
          this.ends.push(`${name} ended (${how})`);
          say(`  ${name} ended (${how})`);
        };
        return [name, { process: createVictim(name, env, onEnd), port }];
      }),
    );
  }

  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  pids(): readonly number[] {
    return [...this.#members.values()].flatMap(({ process: one }) => one.pid() ?? []);
  }

  /** The first makes the keys that all of them read. */
  async start(): Promise<void> {
    const [first, ...others] = this.#members.values();
    await first!.process.start(this.life);
    await Promise.all(others.map((member) => this.#begin(member)));
  }

  async restart(name: string): Promise<void> {
    await this.stop(name);
    await this.begin(name);
  }

  begin(name: string): Promise<void> {
    return this.#begin(this.#members.get(name)!);
  }

  async stop(name: string): Promise<void> {
    const { process: one, port } = this.#members.get(name)!;
    const ended = one.stop();
    if (port !== undefined) {
      await this.#askUntil(port, Promise.race([this.#balancer.untilDrained(port), ended]));
      one.signal('SIGTERM');
    }
    const code = await ended;
    if (code !== 0) this.ends.push(`${name} stopped with ${code}`);
  }

  async kill(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#members.values()].map(({ process: one }) => one.kill()));
  }

  /** Sends what a balancer sends that has not noticed yet: one request after the other, until it has. */
  async #askUntil(port: number, drained: Promise<unknown>): Promise<void> {
    let isDrained = false;
    void drained.then(() => {
      isDrained = true;
    });
    while (!isDrained) {
      const isAnswered = await fetch(`http://127.0.0.1:${port}/auth/v1/settings`).then(
        async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
        () => false,
      );
      this.late[isAnswered ? 'answered' : 'lost'] += 1;
    }
  }

  async #begin({ process: one, port }: Member): Promise<void> {
    await one.start(this.life);
    if (port !== undefined) await this.#balancer.untilGreen(port);
  }
}
