import type { Clock, MachineClock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';

/** One value of a figure. */
export interface Sample {
  readonly value: number;
  /** The value of the label, where the figure has one. */
  readonly of?: string;
}

/** A figure of the business that an operator watches. */
export interface Figure {
  /** As Prometheus knows it: `mohlat_` and the unit at its end where it has one. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  /** The name of its label, where it has several values. */
  readonly label?: string;
  /** Reads it over all users. A statement of a few milliseconds, however large the tables are. */
  read(tx: Tx, now: Date): Promise<readonly Sample[]>;
}

interface Told {
  readonly name: string;
  readonly help: string;
  /** A statement with `value`, and `of` where the figure has a label; `$1` is the present time. No row is no sample. */
  readonly sql: string;
  readonly label?: string;
}

/** A figure that is one statement. */
export function figure({ sql, ...about }: Told): Figure {
  const values = (now: Date) => (sql.includes('$1') ? [now] : []);
  return { ...about, read: (tx, now) => tx.call<Sample>(sql, values(now)) };
}

/** Reads all figures, one worker at a time, and keeps the answers for the metrics of every process. */
export type LookAtFigures = () => Promise<number>;

interface Deps {
  readonly worker: Database;
  readonly clock: Clock;
  readonly machineClock: MachineClock;
  readonly log: Log;
}

const EVERY_MS = 15_000;

/**
 * Makes the look at all figures. It is called as often as one likes: a process asks the database once in fifteen seconds of the
 * machine's time, and of several workers one looks. A figure that cannot be read keeps its old value and time, and the others go on.
 */
export function createLookAtFigures(figures: readonly Figure[], deps: Deps): LookAtFigures {
  const { worker, machineClock, log } = deps;
  let lookedMs = machineClock.now().getTime();
  return async () => {
    const now = machineClock.now();
    // A clock that was set back does not stop the looks.
    if (Math.abs(now.getTime() - lookedMs) < EVERY_MS) return 0;
    lookedMs = now.getTime();
    const turn = await worker.once(CLAIM_SQL, [now, `${EVERY_MS} milliseconds`]);
    if (turn.length === 0) return 0;
    for (const figure of figures) {
      try {
        await worker.plain(async (tx) => keep(tx, figure.name, await figure.read(tx, deps.clock.now()), now));
      } catch (error) {
        log.warn({ figure: figure.name, reason: errorName(error) }, 'figure not read');
      }
    }
    return 0;
  };
}

/** The same over all workers: a last look that lies ahead is of a clock that was set back. */
const CLAIM_SQL = `update figures_look set looked_at = $1
  where looked_at not between $1::timestamptz - $2::interval and $1 returning 1`;

async function keep(tx: Tx, name: string, samples: readonly Sample[], now: Date): Promise<void> {
  const rows = samples.map(({ of = '', value }) => ({ label: of, value }));
  await tx.call(
    `with fresh as (select * from jsonb_to_recordset($2::jsonb) as f(label text, value double precision)),
       gone as (delete from figures where name = $1 and label not in (select label from fresh))
     insert into figures (name, label, value, read_at) select $1, label, value, $3 from fresh
     on conflict (name, label) do update set value = excluded.value, read_at = excluded.read_at`,
    [name, JSON.stringify(rows), now],
  );
}

/** The last reading of all figures. */
export interface KeptFigure {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly read_at: Date;
}

export function listFigures(api: Database): Promise<KeptFigure[]> {
  return api.once<KeptFigure>('select name, label, value, read_at from figures', []);
}

/**
 * When the oldest figure that this release declares was read; undefined where none was. Figures of another release stay in the
 * database and are not read.
 */
export function oldestLook(
  kept: readonly KeptFigure[],
  declared: readonly Pick<Figure, 'name'>[],
): Date | undefined {
  const looks = looksOf(kept, declared);
  return looks.length === 0 ? undefined : new Date(Math.min(...looks));
}

/** Clocks of two machines may differ by so much. A reading that lies further ahead is of a clock that was set back since. */
const AHEAD_MAX_MS = 60_000;

/**
 * The age of the oldest figure that this release declares, in milliseconds; undefined where none was read. A reading of the future is
 * as old as it lies ahead, and a minute more: above every bound for old figures.
 */
export function ageOfFigures(
  kept: readonly KeptFigure[],
  declared: readonly Pick<Figure, 'name'>[],
  now: Date,
): number | undefined {
  const ages = looksOf(kept, declared).map((at) => {
    const aheadMs = at - now.getTime();
    return aheadMs > AHEAD_MAX_MS ? aheadMs + AHEAD_MAX_MS : Math.max(0, -aheadMs);
  });
  return ages.length === 0 ? undefined : Math.max(...ages);
}

function looksOf(kept: readonly KeptFigure[], declared: readonly Pick<Figure, 'name'>[]): number[] {
  const names = new Set(declared.map(({ name }) => name));
  return kept.filter(({ name }) => names.has(name)).map(({ read_at: at }) => at.getTime());
}
