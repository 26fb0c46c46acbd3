import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Log } from '#platform/log/log.ts';
import { createCircuitBook } from './circuits.ts';
import type { CallRecord } from './http-client.ts';
import type { CircuitState } from './resilience.ts';

/** Writes down what was asked of providers, for anybody who looks at a payment or at the rails. */
export interface CallBook {
  note(record: CallRecord): void;
  /** Notes how a circuit stands from now on; an open one lets a call try again after `openForMs`. */
  noteCircuit(name: string, state: CircuitState, openForMs: number): void;
  /** Writes at once all that was noted before. */
  write(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

interface Deps {
  readonly worker: Database;
  readonly clock: Clock;
  readonly log: Log;
}

const WRITE_EVERY_MS = 1000;
/** More than this unwritten means a database that does not answer: the oldest are let go. */
const UNWRITTEN_MAX = 5000;

/**
 * Collects calls and writes them together every second, apart from the calls' own work: a call is never slower or less
 * certain because of it. What a crash takes along is a line of a list that decides nothing. While the database is busy or
 * away they are kept, so a line may stand twice if it was only the answer that was lost.
 */
export function createCallBook({ worker, clock, log }: Deps, everyMs = WRITE_EVERY_MS): CallBook {
  let calls: object[] = [];
  const circuits = createCircuitBook();
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const circuitsNow = circuits.take(clock.now());
    if (calls.length === 0 && circuitsNow.length === 0) return;
    const callsNow = calls;
    calls = [];
    try {
      await worker.once(WRITE_SQL, [JSON.stringify(callsNow), JSON.stringify(circuitsNow), clock.now()]);
    } catch (error) {
      circuits.putBack();
      const isKept = error instanceof DomainError && error.code === 'busy';
      log.warn(
        { reason: error instanceof Error ? error.name : 'unknown', isKept },
        'provider calls not written down',
      );
      if (!isKept) return;
      calls = [...callsNow, ...calls].slice(-UNWRITTEN_MAX);
    }
  };
  const writeNext = () => (writing = writing.then(write));
  const timer = setInterval(() => void writeNext(), everyMs);
  timer.unref();

  return {
    note({ provider, op, result, outcome, attempt, durationMs, status, trace, requestId }) {
      if (calls.length >= UNWRITTEN_MAX) calls.shift();
      const row = { provider, op, result, outcome, attempt, http_status: status, trace };
      calls.push({ ...row, at: clock.now(), duration_ms: durationMs, request_id: requestId });
    },
    noteCircuit(name, state, openForMs) {
      circuits.note(name, state, openForMs, clock.now());
    },
    write: writeNext,
    async close() {
      clearInterval(timer);
      await writeNext();
    },
  };
}

/** Rows of `provider_calls` that count against the provider. */
export const IS_FAILURE = "outcome = 'failed'";
/** Rows of `provider_calls` that we did not hold back ourselves. */
export const IS_SENT = "outcome is distinct from 'not_sent'";

const WRITE_SQL = `with written as (
    insert into provider_calls (at, provider, op, result, outcome, attempt, duration_ms, http_status, trace, request_id)
    select at, provider, op, result, outcome, attempt, duration_ms, http_status, trace, request_id
    from jsonb_to_recordset($1::jsonb) as c(at timestamptz, provider text, op text, result text, outcome text, attempt integer,
      duration_ms integer, http_status integer, trace text, request_id text)
  ), gone as (
    -- Removes the rows of processes that ended long ago.
    delete from circuit_states where (process, name) in (
      select process, name from circuit_states where seen_at < $3::timestamptz - interval '1 day' for update skip locked)
  )
  insert into circuit_states (process, name, state, since, seen_at)
  select process, name, state, since, seen_at
  from jsonb_to_recordset($2::jsonb) as c(process uuid, name text, state text, since timestamptz, seen_at timestamptz)
  on conflict (process, name) do update set state = excluded.state, since = excluded.since, seen_at = excluded.seen_at`;
