import pg from 'pg';
import type { Installation } from '../installation.ts';
import { pause } from '../rehearsal.ts';

/** The kinds of an unavailable database that the product promises to live through. */
export const KINDS = ['stopped', 'read-only', 'connections', 'disk'] as const;
export type Kind = (typeof KINDS)[number];

/** A way in which a database becomes unavailable, and how it is put right. */
export interface Trouble {
  readonly what: string;
  /** Whether `/readyz` turns red, and whether people still read what is theirs. Decision 138. */
  readonly isReady: boolean;
  begin(installation: Installation): Promise<void>;
  /** Resolves when the cause is gone. */
  end(installation: Installation): Promise<void>;
}

/** The server is shut down, and started again at its address. */
export const STOPPED: Trouble = {
  what: 'stopped',
  isReady: false,
  begin: (installation) => installation.stopDatabase(),
  end: (installation) => installation.startDatabase(),
};

/** The server takes no write, as a former leader does that follows another now. */
export const READ_ONLY: Trouble = {
  what: 'read-only',
  isReady: false,
  begin: ({ sql }) => alterSystem(sql, 'set default_transaction_read_only = on'),
  end: ({ sql }) => alterSystem(sql, 'reset default_transaction_read_only'),
};

export async function alterSystem(sql: pg.Pool, change: string): Promise<void> {
  await sql.query(`alter system ${change}`);
  await sql.query('select pg_reload_conf()');
}

const CROWD = 'rehearsal_crowd';
/** PostgreSQL's word for a server that has no connection left. */
const NO_CONNECTION_LEFT = '53300';
const TAKE_EVERY_MS = 100;
const OTHERS = `from pg_stat_activity where backend_type = 'client backend' and application_name <> '${CROWD}'`;

/** Another program holds every connection that the server allows, those that are kept for its owner included. */
export function outOfConnections(): Trouble {
  let crowd: Crowd | undefined;
  return {
    what: 'out of connections',
    isReady: false,
    async begin({ databaseUrl }) {
      crowd = new Crowd(databaseUrl);
      await crowd.takeAll();
    },
    async end() {
      await crowd?.leave();
    },
  };
}

/** Connections of another program. */
class Crowd {
  readonly #url: string;
  readonly #held = new Set<pg.Client>();
  #taking: Promise<void> = Promise.resolve();
  #isOn = true;

  constructor(url: string) {
    this.#url = url;
  }

  /** Ends all other connections until none is left, and takes each that becomes free from then on. */
  async takeAll(): Promise<void> {
    while (await this.#takeOne());
    for (;;) {
      const [client] = this.#held;
      const { rowCount } = await client!.query(`select pg_terminate_backend(pid) ${OTHERS}`);
      while (await this.#takeOne());
      if (rowCount === 0) break;
    }
    this.#taking = this.#keepTaking();
  }

  async leave(): Promise<void> {
    this.#isOn = false;
    await this.#taking;
    await Promise.all([...this.#held].map((client) => client.end()));
  }

  async #keepTaking(): Promise<void> {
    while (this.#isOn) {
      while (await this.#takeOne());
      await pause(TAKE_EVERY_MS);
    }
  }

  /** Answers whether there was one to take. */
  async #takeOne(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url, application_name: CROWD });
    client.on('error', () => this.#held.delete(client));
    try {
      await client.connect();
    } catch (error) {
      if ((error as { code?: string }).code === NO_CONNECTION_LEFT) return false;
      throw error;
    }
    this.#held.add(client);
    return true;
  }
}
