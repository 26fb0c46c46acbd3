import type { Deployment } from './deployment.ts';
import { type Check, pause } from './rehearsal.ts';

/** An instant is given in whole seconds: so long after a write it is surely before the instant, and before a write the instant is surely over. */
const APART_MS = 1100;

/**
 * Puts a database in the primary's place that is made from the backup alone, lets it take a write, and does so again: with the newest, with that of an
 * instant, and with the newest after it. Each has what the one before it took, and nothing that was left out.
 */
export async function proveBackup(deployment: Deployment): Promise<Check[]> {
  const before = await countPayments(deployment);
  await deployment.restoreBackup();
  const after = await countPayments(deployment);
  await note(deployment, 'restored');
  await pause(APART_MS);
  const at = new Date();
  await pause(APART_MS);
  await note(deployment, 'left out');
  await deployment.restoreBackup(at);
  const atInstant = await listNotes(deployment);
  await note(deployment, 'since the instant');
  await deployment.restoreBackup();
  const atLast = await listNotes(deployment);
  return [
    {
      what: 'a database that is made from the backup alone has every payment',
      figure: `${after} of ${before}`,
      isGood: after === before && before > 0,
    },
    {
      what: 'put back to an instant it has what the restored one took before it',
      figure: atInstant.join(', '),
      isGood: atInstant.join() === 'restored',
    },
    {
      what: 'the backup went on after both, on their timelines',
      figure: atLast.join(', '),
      isGood: atLast.join() === 'restored,since the instant',
    },
  ];
}

export async function countPayments({ database: { sql } }: Deployment): Promise<number> {
  const { rows } = await sql.query<{ count: number }>('select count(*)::int from payments');
  return rows[0]?.count ?? 0;
}

/** Is answered once the commit is on two disks. */
async function note({ database: { sql } }: Deployment, text: string): Promise<void> {
  await sql.query(
    'create table if not exists rehearsal_notes (noted_at timestamptz default now(), text text)',
  );
  await sql.query('insert into rehearsal_notes (text) values ($1)', [text]);
}

async function listNotes({ database: { sql } }: Deployment): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>('select text from rehearsal_notes order by noted_at');
  return rows.map(({ text }) => text);
}
