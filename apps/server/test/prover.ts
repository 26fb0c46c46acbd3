import { join } from 'node:path';
import pg from 'pg';
import { type Proof, proveBooks } from '../src/ledger/books.ts';

const INVARIANTS = join(import.meta.dirname, '../../../db/invariants');
/** An invariant begins with its rule; what begins and ends the snapshot does not. */
const IS_INVARIANT = /^--/;

/** Proves the books of one database as often as it is asked, one snapshot at a time. */
export interface Prover {
  /** The invariants that do not hold, with their rows. */
  broken(): Promise<Proof[]>;
  end(): Promise<void>;
}

/** Keeps a connection on which every invariant is prepared: planning them costs many times what running them over a few rows does. */
export async function openProver(databaseUrl: string): Promise<Prover> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  prepareInvariants(client);
  let last: Promise<unknown> = Promise.resolve();
  return {
    broken() {
      const proofs = last.then(() => proveBooks(client, INVARIANTS));
      last = proofs.catch(() => undefined);
      return proofs.then((all) => all.filter(({ count }) => count > 0));
    },
    end: () => client.end(),
  };
}

/** Gives each invariant a name, under which the connection keeps its plan. */
function prepareInvariants(client: pg.Client): void {
  const send = client.query.bind(client) as (asked: unknown) => unknown;
  const names = new Map<string, string>();
  const query = (text: string) => {
    if (!IS_INVARIANT.test(text)) return send(text);
    const name = names.get(text) ?? `invariant_${names.size}`;
    names.set(text, name);
    return send({ name, text });
  };
  Object.assign(client, { query });
}

/** The provers of databases that a test made for itself; each ends with its database. */
const kept = new Map<string, Promise<Prover>>();

/** Runs every invariant on a database made by `cloneDatabase`; answers the broken ones with their rows. */
export async function brokenInvariants(databaseUrl: string): Promise<Proof[]> {
  const prover = kept.get(databaseUrl) ?? openProver(databaseUrl);
  kept.set(databaseUrl, prover);
  return (await prover).broken();
}

/** The same of a database that may go away: no connection to it is kept. */
export async function brokenNow(databaseUrl: string): Promise<Proof[]> {
  const prover = await openProver(databaseUrl);
  try {
    return await prover.broken();
  } finally {
    await prover.end();
  }
}

export async function endProver(databaseUrl: string): Promise<void> {
  const prover = kept.get(databaseUrl);
  kept.delete(databaseUrl);
  await (await prover)?.end();
}
