import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../postgres-place.ts';
import { openPool, untilAnswered } from '../installation.ts';
import type { Running } from '../programs.ts';
import { pause } from '../rehearsal.ts';
import { CLUSTER, type Values } from './files.ts';
import { runOrder, startService } from './service.ts';
import { databaseValues, ownerAddress, type Scope, type Seat } from './values.ts';

/** One machine of the database: PostgreSQL, Patroni who looks after it, and one etcd of three. */
export interface Member extends Seat {
  /** The machine is lost: all of it is killed. */
  lose(): Promise<void>;
  /** The machine is lost with its disk. Answers how an empty one takes its place. */
  destroy(): Promise<() => Promise<void>>;
  /** The machine stands still, and knows nothing of it. Answers how it goes on. */
  halt(): () => void;
  /**
   * The network between it and the others is cut, while the product still reaches it. Its etcd goes on beside the other two. Answers how
   * it is mended.
   */
  partition(): Promise<() => void>;
  /** PostgreSQL alone is killed. */
  crash(): void;
  /** PostgreSQL refuses to write, as one that was a follower or whose disk is full, and an operator hands over. Answers how it is mended. */
  refuseWrites(): Promise<() => Promise<void>>;
  /** Starts what was lost. */
  start(): void;
  /** Patroni and PostgreSQL stop, and the database is thrown away; etcd goes on. */
  empty(): Promise<void>;
  /** Makes the database of an emptied cluster from a backup, as several-machines.md says it. */
  restore(backups: string): Promise<void>;
  /** Starts Patroni alone. */
  follow(): void;
  output(): string;
  stop(): Promise<void>;
}

const [REPLACE, RESTORE] = ['replace.sh', 'restore.sh'].map((name) => join(CLUSTER, name)) as [
  string,
  string,
];
const LOOK_EVERY_MS = 50;
/** The time in which an operator notices an alert of `/readyz`. */
const NOTICED_AFTER_MS = 2000;

export async function createMember(scope: Scope, seat: Seat): Promise<Member> {
  const { sql, rest } = seat.ports;
  const between = await scope.ways.open([sql, rest, ...scope.seats.map(({ ports }) => ports.etcd)]);
  return new Machine(scope, seat, between);
}

class Machine implements Member {
  readonly name: string;
  readonly ports: Seat['ports'];
  readonly #scope: Scope;
  /** The ways between it and the others. */
  readonly #between: readonly number[];
  readonly #home: string;
  readonly #data: string;
  #values: Values;
  #etcd: Running | undefined;
  #patroni: Running | undefined;

  constructor(scope: Scope, seat: Seat, between: readonly number[]) {
    const [sql = 0, rest = 0, ...etcds] = between;
    this.name = seat.name;
    this.ports = seat.ports;
    this.#scope = scope;
    this.#between = between;
    this.#home = join(scope.folder, seat.name);
    this.#data = join(this.#home, 'postgres');
    this.#values = databaseValues(scope, seat, { sql, rest, etcds });
    this.#makeHome();
  }

  start(): void {
    this.#etcd = startService('etcd', this.#values, this.#scope.account);
    this.follow();
  }

  follow(): void {
    this.#patroni = startService('patroni', this.#values, this.#scope.account);
  }

  async lose(): Promise<void> {
    this.#signal('SIGKILL');
    await Promise.all([this.#patroni?.kill(), this.#etcd?.kill()]);
    while (postgresOf(this.#data).length > 0) await pause(LOOK_EVERY_MS);
  }

  async destroy(): Promise<() => Promise<void>> {
    await this.lose();
    rmSync(this.#home, { recursive: true });
    return async () => {
      await runOrder([REPLACE, this.name, `https://${this.#values['REACHED_ETCD_PEER']}`], this.#values);
      this.#makeHome();
      this.#values = { ...this.#values, STATE: 'existing' };
      this.start();
    };
  }

  halt(): () => void {
    this.#signal('SIGSTOP');
    return () => this.#signal('SIGCONT');
  }

  async partition(): Promise<() => void> {
    const { ways } = this.#scope;
    await ways.cut(this.#between);
    return () => void ways.mend(this.#between);
  }

  crash(): void {
    for (const pid of postgresOf(this.#data)) tell(pid, 'SIGKILL');
  }

  async refuseWrites(): Promise<() => Promise<void>> {
    const url = ownerAddress(this.#scope, this.ports.sql);
    await setReadOnly(url, 'on');
    await pause(NOTICED_AFTER_MS);
    await this.#order(`switchover --leader ${this.name} --force mohlat`);
    return () => setReadOnly(url, 'off');
  }

  async empty(): Promise<void> {
    await this.#standDown();
    rmSync(this.#data, { recursive: true, force: true });
  }

  async restore(backups: string): Promise<void> {
    await runOrder([RESTORE, backups], this.#values, this.#scope.account);
    await this.#order('remove mohlat', ['mohlat', 'Yes I am aware']);
  }

  output(): string {
    return `${this.#etcd?.output() ?? ''}\n${this.#patroni?.output() ?? ''}`;
  }

  async stop(): Promise<void> {
    await this.#standDown();
    await this.#etcd?.stop();
  }

  #makeHome(): void {
    mkdirSync(this.#home);
    own(this.#home, this.#scope.account);
  }

  async #standDown(): Promise<void> {
    await this.#patroni?.stop();
    this.crash();
  }

  #signal(which: NodeJS.Signals): void {
    const pids = [this.#patroni?.pid ?? 0, this.#etcd?.pid ?? 0, ...postgresOf(this.#data)];
    for (const pid of pids) tell(pid, which);
  }

  /** Gives an order to Patroni as an operator does, with the answers to its questions. */
  async #order(words: string, answers: readonly string[] = []): Promise<void> {
    const told = answers.map((answer) => `'${answer}\\n'`).join('');
    const order = `printf ${told || "''"} | patronictl -c '${this.#home}/patroni.yml' ${words}`;
    await runOrder(['-c', order], this.#values, this.#scope.account);
  }
}

/** The file of settings is a machine's own: the others go on writing. */
async function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  const sql = openPool(url);
  try {
    await untilAnswered(sql, `alter system set default_transaction_read_only = ${value}`);
    await sql.query('select pg_reload_conf()');
  } finally {
    await sql.end();
  }
}

export function own(path: string, account: Account | undefined): void {
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}

/** The numbers of PostgreSQL's processes on a folder, the first one first. */
function postgresOf(data: string): number[] {
  let first: number;
  try {
    first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return [];
  }
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '-p', String(first), '--ppid', String(first)], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 1);
}

function tell(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
