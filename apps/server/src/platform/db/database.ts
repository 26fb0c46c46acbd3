import { type ErrorCode, STEP_UP_SECONDS, type StaffRole } from '@mohlat/contract';
import { createTransactions } from '@mohlat/platform/db/transactions.ts';
import type * as platform from '@mohlat/platform/db/transactions.ts';
import { LivingSessions } from '@mohlat/platform/db/living-sessions.ts';
import type pg from 'pg';
import { UUID } from '#platform/crypto/ids.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Clock, type MachineClock, machineClock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Compilable } from './query.ts';
import { LOCK_MS } from './pool.ts';

/** The conditions on a member of staff besides a second factor. */
export interface StaffDoor {
  /** Any one of these is enough; with none, no one is let in. */
  readonly roles: readonly StaffRole[];
  /** Whether the second factor has to be fresh. */
  readonly isSteppedUp: boolean;
}

/** The person a request acts for: proven by an access token, alive in the session table. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  /** The door of the staff side that this call goes through: that of its endpoint. Without one none opens. */
  readonly door?: StaffDoor;
}

/** The same member of staff at a narrower door: what is asked of the call depends on what it is about. */
export function needing(actor: Actor, ...roles: readonly StaffRole[]): Actor {
  return { ...actor, door: { isSteppedUp: false, ...actor.door, roles } };
}

/** One open transaction. Nothing outside it may be awaited while it is open: no provider, no job. */
export interface Tx extends platform.Tx {
  /** All rows of a typed query. */
  rows<O>(compilable: Compilable<O>): Promise<O[]>;
  /** The one row of a typed query, or undefined. */
  find<O>(compilable: Compilable<O>): Promise<O | undefined>;
  /** Adds background work that exists exactly when this transaction commits. A lower priority number goes first. */
  enqueue(
    task: string,
    payload: object,
    options?: { runAt?: Date; key?: string; attemptsMax?: number; priority?: number },
  ): Promise<void>;
  /** Adds one job each, wanted at once, in one round trip. */
  enqueueEach(
    task: string,
    jobs: readonly { readonly payload: object; readonly key: string }[],
    options: { readonly attemptsMax: number; readonly priority?: number },
  ): Promise<void>;
  /**
   * Asks for work that a sweep finds undone, look after look. A job of the same task and key that waits, runs, or failed and
   * rests is left as it is, so that its back-off stays; one that used up its tries has one more after each rest.
   */
  enqueueAgain(
    task: string,
    jobs: readonly { readonly payload: object; readonly key: string }[],
    options: { readonly attemptsMax: number; readonly priority?: number },
  ): Promise<void>;
  /**
   * Answers those of the keys whose job of the task runs now. It may have read its row before the row became due, and `enqueueAgain`
   * leaves it as it is: a sweep that takes a lease asks this before, and leaves such a row to its next look.
   */
  listUnderWay(task: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The database as one role sees it. */
export interface Database {
  /** A transaction for a signed-in person. Throws session_ended when the session was revoked. */
  asUser<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A transaction for a member of staff, under their role. What they are is read from the tables as it opens.
   * Throws session_ended, account_blocked, admin_required, mfa_required, role_required, step_up_required.
   */
  asStaff<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for one person's account: what staff decide is carried out in the transaction that writes the decision.
   * Throws what `asStaff` throws.
   */
  asStaffFor<T>(actor: Actor, userId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction for one user, begun by a job: no session is involved. */
  forUser<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction that acts for no person: public data, or a worker looking over all users. */
  plain<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement, one round trip, its own transaction. */
  once<R extends object>(text: string, values: readonly unknown[]): Promise<R[]>;
  /**
   * `plain` for work of one statement, such as a sweep's look: no begin and no commit is said. A second statement would be a
   * transaction of its own, and throws.
   */
  single<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly log?: Log;
  /** The time that a transaction of a request waits for a lock, in milliseconds. */
  readonly lockMs?: number | undefined;
  /** Judges the age of a session and of its proofs. */
  readonly sessionClock?: MachineClock;
  /** Hears which sessions are alive. */
  readonly sessions?: LivingSessions;
}

/** As a statement that a connection plans once: as text it was parsed and planned for each request. */
const ENTER_SQL = 'select auth.session_state($1::uuid, $2::uuid, $3::timestamptz) as session_state';
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  banned: 'account_blocked',
  not_staff: 'admin_required',
  aal1: 'mfa_required',
  no_role: 'role_required',
  old_factor: 'step_up_required',
};

/** Wraps a pool for the product's kinds of transactions. Tried again: see `createTransactions` of the platform. */
export function createDatabase(pool: pg.Pool, clock: Clock, options: DatabaseOptions = {}): Database {
  const { log, lockMs = LOCK_MS, sessionClock = machineClock, sessions = new LivingSessions() } = options;
  const opening = `begin; set local lock_timeout = ${lockMs};`;
  const transactions = createTransactions(pool, { log });
  const transaction = <T>(
    begin: () => string,
    work: (tx: Tx) => Promise<T>,
    door?: () => Pick<platform.Opening, 'enter' | 'admit'>,
  ) =>
    transactions.run(
      () => ({ begin: begin(), ...door?.() }),
      (call) => work(txOn(call, clock)),
    );
  // A statement, and not `set_config`: a cluster passes a SET LOCAL on to the node with the person's rows, a function's call never.
  const setUser = (userId: string) => `set local app.user_id = '${uuid(userId)}'`;
  // Parameters, not text: the text of a statement under way is shown to every connection of the same login, and the id of a
  // session of staff opens their door.
  const asPerson = ({ userId, sessionId }: Actor) => ({
    enter: [ENTER_SQL, [userId, sessionId, sessionClock.now()]] as const,
    admit: admitting(sessions, sessionId, 'person'),
  });
  const asMember = ({ userId, sessionId, door }: Actor) => ({
    enter: [
      'select auth.enter_staff($1, $2, $3, $4, $5) as session_state',
      [userId, sessionId, sessionClock.now(), door?.roles ?? [], door?.isSteppedUp ? STEP_UP_SECONDS : null],
    ] as const,
    admit: admitting(sessions, sessionId, 'staff'),
  });

  return {
    asUser: (actor, work) =>
      transaction(
        () => `${opening} ${setUser(actor.userId)}`,
        work,
        () => asPerson(actor),
      ),
    asStaff: (actor, work) =>
      transaction(
        () => opening,
        work,
        () => asMember(actor),
      ),
    asStaffFor: (actor, userId, work) =>
      transaction(
        () => `${opening} ${setUser(userId)}`,
        work,
        () => asMember(actor),
      ),
    forUser: (userId, work) => transaction(() => `begin; ${setUser(userId)}`, work),
    plain: (work) => transaction(() => 'begin', work),
    once: transactions.once,
    single: (work) => work(txOn(onlyOne(transactions.once), clock)),
    close: () => pool.end(),
  };
}

/** The opening statement answers the session's state: it is remembered, and one that may not go on is refused. */
function admitting(sessions: LivingSessions, sessionId: string, door: 'person' | 'staff') {
  return (row: pg.QueryResultRow | undefined): void => {
    const state = (row as { session_state?: string } | undefined)?.session_state;
    if (state === undefined) return;
    if (state === 'live') return sessions.note(sessionId, door);
    if (state === 'not_staff') sessions.noteNoStaff(sessionId);
    if (state === 'ended' || state === 'banned') sessions.forget(sessionId);
    throw new DomainError(REFUSALS[state] ?? 'session_ended');
  };
}

/** Lets one statement through. */
function onlyOne(once: Database['once']): Tx['call'] {
  let isSaid = false;
  return async (text, values = []) => {
    if (isSaid) throw new Error('a second statement needs a transaction');
    isSaid = true;
    return once(text, values);
  };
}

function txOn(call: platform.Tx['call'], clock: Clock): Tx {
  const rows = async <O>(compilable: Compilable<O>): Promise<O[]> => {
    const { sql, parameters } = compilable.compile();
    return (await call(sql, parameters)) as O[];
  };
  const each = async (enqueue: string, ...[task, jobs, options]: Parameters<Tx['enqueueEach']>) => {
    // Sweeps mostly find nothing.
    if (jobs.length === 0) return;
    await call(`select ${enqueue} from unnest($2::text[], $3::text[]) as job (payload, key)`, [
      task,
      jobs.map((job) => JSON.stringify(job.payload)),
      jobs.map((job) => job.key),
      options.attemptsMax,
      options.priority ?? 0,
    ]);
  };
  return {
    rows,
    call,
    find: async (compilable) => (await rows(compilable))[0],
    enqueue: async (task, payload, options = {}) => {
      // The queue runs on the machine's time; what is due on the trial clock is translated.
      const runAt = options.runAt ? new Date(options.runAt.getTime() - clock.offsetMs()) : null;
      await call('select enqueue_job($1, $2, $3, $4, $5, $6)', [
        task,
        JSON.stringify(payload),
        runAt,
        options.key ?? null,
        options.attemptsMax ?? 25,
        options.priority ?? 0,
      ]);
    },
    enqueueEach: (task, jobs, options) =>
      each('enqueue_job($1, job.payload::json, null, job.key, $4, $5)', task, jobs, options),
    enqueueAgain: (task, jobs, options) =>
      each('enqueue_again($1, job.payload::json, job.key, $4, $5)', task, jobs, options),
    listUnderWay: async (task, keys) => {
      if (keys.length === 0) return new Set();
      const running = await call<{ key: string }>('select jobs_under_way($1, $2) as key', [task, keys]);
      return new Set(running.map(({ key }) => key));
    },
  };
}

function uuid(text: string): string {
  if (!UUID.test(text)) throw new Error('not a uuid');
  return text;
}
