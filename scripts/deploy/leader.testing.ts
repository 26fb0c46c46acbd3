import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { serviceAccount } from '../postgres.ts';
import { settle } from '../postgres-place.ts';
import { DEPLOY } from './services.ts';

const SECRETS = ['owner', 'replicator', 'api', 'worker', 'auth', 'staff'];

/** A folder in which the scripts of `ops/deploy` run with the PostgreSQL that came with the packages, as the account it runs as. */
export interface Yard {
  readonly folder: string;
  /** Makes a folder in it that the account may write to. */
  make(name: string): string;
  /** Runs a script to its end. */
  run(
    script: string,
    env: NodeJS.ProcessEnv,
    ...args: readonly string[]
  ): { readonly status: number | null; readonly said: string };
  /** Starts primary.sh on a folder, with further variables; resolves when it answers. */
  lead(data: string, env?: Readonly<Record<string, string>>): Promise<Leader>;
}

interface Leader {
  readonly sql: pg.Client;
  /** A fast shutdown. */
  stop(): Promise<void>;
}

/** The yard goes with the test. */
export function openYard(): Yard {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-yard-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711);
  const account = process.getuid?.() === 0 ? serviceAccount() : undefined;
  const { binaries } = settle(join(folder, 'place'), account);
  const PATH = `${join(binaries, 'bin')}:${process.env.PATH}`;
  const make = (name: string) => {
    const made = join(folder, name);
    mkdirSync(made, { recursive: true });
    if (account) chownSync(made, account.uid, account.gid);
    return made;
  };
  const secrets = make('secrets');
  for (const name of SECRETS) writeFileSync(join(secrets, `postgres_${name}`), 'chosen');
  return {
    folder,
    make,
    run(script, env, ...args) {
      const { status, stdout, stderr } = spawnSync('sh', [join(DEPLOY, script), ...args], {
        ...account,
        cwd: '/',
        encoding: 'utf8',
        env: { SECRETS: secrets, ...env, PATH: `${env['PATH'] ?? ''}:${PATH}` },
      });
      return { status, said: `${stdout}${stderr}` };
    },
    async lead(data, env = {}) {
      const port = await freePort();
      const leader = spawn('sh', [join(DEPLOY, 'primary.sh')], {
        ...account,
        cwd: '/',
        stdio: 'ignore',
        env: {
          PATH,
          PGDATA: data,
          PGPORT: String(port),
          LISTEN: '127.0.0.1',
          PEERS: '127.0.0.1/32',
          SECRETS: secrets,
          ...env,
        },
      });
      const ended = once(leader, 'exit');
      const kill = async (signal: NodeJS.Signals) => {
        leader.kill(signal);
        await ended;
      };
      onTestFinished(() => kill('SIGQUIT'));
      const sql = await connected(`postgresql://mohlat:chosen@127.0.0.1:${port}/postgres`);
      return { sql, stop: () => kill('SIGINT') };
    },
  };
}

async function connected(connectionString: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch {
      await client.end().catch(() => {});
    }
  }
}
