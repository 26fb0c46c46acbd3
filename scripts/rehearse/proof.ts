import { join } from 'node:path';
import pg from 'pg';
import { proveBooks } from '../../apps/server/src/ledger/books.ts';
import { ROOT } from '../run.ts';
import type { Load, Promised } from './payers.ts';
import { type Check, pause } from './rehearsal.ts';
import type { Installation } from './installation.ts';

interface Row {
  readonly id: string;
  readonly bill_status: string;
  readonly amount_paise: string;
  readonly references: readonly string[];
}

interface Executed {
  readonly paymentRefId: string;
  readonly amountPaise: number;
  readonly status: string;
}

const LOOK_EVERY_MS = 500;
/** Work may stand still for so long before the trial clock is moved: what was cut off is looked at minutes later. */
const QUIET_LOOKS = 6;
/** So many minutes one by one, then hours: what could not be sent again in time is closed by the rail's list of the day. */
const MINUTES = 60;
const STEPS_MAX = 110;

const READ = `select p.id, p.bill_status, p.amount_paise,
    coalesce((select json_agg(a.our_reference) from payment_attempts a
              where a.user_id = p.user_id and a.payment_id = p.id), '[]') as references
  from payments p`;

/** Moves the trial clock on until no payment is open. Answers every payment the product knows. */
export async function settleAll({ sql, control }: Installation): Promise<readonly Row[]> {
  let [fewest, quiet, steps] = [Infinity, 0, 0];
  for (;;) {
    const { rows } = await sql.query<Row>(READ);
    const open = rows.filter((row) => row.bill_status !== 'paid' && row.bill_status !== 'failed').length;
    if (open === 0 || steps > STEPS_MAX) return rows;
    quiet = open < fewest ? 0 : quiet + 1;
    fewest = Math.min(fewest, open);
    if (quiet >= QUIET_LOOKS) {
      steps += 1;
      quiet = 0;
      await control('POST', '/clock', { advance: steps <= MINUTES ? 'PT1M' : 'PT1H' });
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** That every promise was kept once, and nothing was paid without a promise. */
export async function proveTruth(
  { control }: Installation,
  promised: readonly Promised[],
  rows: readonly Row[],
): Promise<Check[]> {
  const truth = await control<Executed[]>('GET', '/truth/bill-payments');
  const executed = truth.filter(({ status }) => status === 'executed');
  const known = new Map(rows.map((row) => [row.id, row]));
  const isKept = ({ paymentId, amountPaise }: Promised) => {
    const row = known.get(paymentId);
    if (!row || Number(row.amount_paise) !== amountPaise) return false;
    const made = executed.filter(({ paymentRefId }) => row.references.includes(paymentRefId));
    if (row.bill_status === 'failed') return made.length === 0;
    return row.bill_status === 'paid' && made.length === 1 && made[0]?.amountPaise === amountPaise;
  };
  const broken = promised.filter((one) => !isKept(one));
  const ids = new Set(promised.map(({ paymentId }) => paymentId));
  const count = (status: string) => rows.filter((row) => row.bill_status === status).length;
  return [
    {
      what: 'every acknowledged payment settled once',
      figure: `${promised.length} acknowledged, ${count('paid')} paid, ${count('failed')} failed without a rupee moved, ${broken.length} broken`,
      isGood: broken.length === 0 && promised.length > 0,
    },
    {
      what: 'one payment for one acknowledgement',
      figure: `${ids.size} different ids of ${promised.length}, ${rows.length} payments in the product`,
      isGood: ids.size === promised.length && rows.every(({ id }) => ids.has(id)) && rows.length === ids.size,
    },
    {
      what: 'the biller executed what the product calls paid',
      figure: `${executed.length} executed, ${count('paid')} paid`,
      isGood: executed.length === count('paid'),
    },
  ];
}

export async function proveCleanBooks({ databaseUrl }: Pick<Installation, 'databaseUrl'>): Promise<Check> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const proofs = await proveBooks(client, join(ROOT, 'db/invariants'));
    const broken = proofs.filter(({ breaches }) => breaches.length > 0);
    return {
      what: 'the books are clean',
      figure: `${proofs.length} invariants, broken: ${broken.map(({ id }) => id).join(', ') || 'none'}`,
      isGood: broken.length === 0,
    };
  } finally {
    await client.end();
  }
}

/** Ends the load and settles what it left open: each promise is kept once, and the books are clean. */
export async function proveAfter(stage: Installation, load: Pick<Load, 'stop'>): Promise<Check[]> {
  const promised = await load.stop();
  const rows = await settleAll(stage);
  return [...(await proveTruth(stage, promised, rows)), await proveCleanBooks(stage)];
}
