import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { CallRecord } from './http-client.ts';
import type { CircuitState } from './resilience.ts';

/** Writes down what was asked of providers, for whoever looks at a payment or at the rails. */
export interface CallBook {
  note(record: CallRecord): void;
  noteCircuit(name: string, state: CircuitState): void;
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
  let circuits = new Map<string, object>();
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    if (calls.length === 0 && circuits.size === 0) return;
    const [callsNow, circuitsNow] = [calls, circuits];
    calls = [];
    circuits = new Map();
    try {
      await worker.once(WRITE_SQL, [JSON.stringify(callsNow), JSON.stringify([...circuitsNow.values()])]);
    } catch (error) {
      const isKept = error instanceof DomainError && error.code === 'busy';
      log.warn(
        { reason: error instanceof Error ? error.name : 'unknown', isKept },
        'provider calls not written down',
      );
      if (!isKept) return;
      calls = [...callsNow, ...calls].slice(-UNWRITTEN_MAX);
      circuits = new Map([...circuitsNow, ...circuits]);
    }
  };
  const writeNext = () => (writing = writing.then(write));
  const timer = setInterval(() => void writeNext(), everyMs);
  timer.unref();

  return {
    note({ provider, op, result, attempt, durationMs, status, trace, requestId }) {
      if (calls.length >= UNWRITTEN_MAX) calls.shift();
      const row = { provider, op, result, attempt, duration_ms: durationMs, http_status: status, trace };
      calls.push({ ...row, at: clock.now(), request_id: requestId });
    },
    noteCircuit(name, state) {
      circuits.set(name, { name, state, since: clock.now() });
    },
    write: writeNext,
    async close() {
      clearInterval(timer);
      await writeNext();
    },
  };
}

const WRITE_SQL = `with written as (
    insert into provider_calls (at, provider, op, result, attempt, duration_ms, http_status, trace, request_id)
    select at, provider, op, result, attempt, duration_ms, http_status, trace, request_id
    from jsonb_to_recordset($1::jsonb) as c(at timestamptz, provider text, op text, result text, attempt integer,
      duration_ms integer, http_status integer, trace text, request_id text)
  )
  insert into provider_circuits as known (name, state, since)
  select name, state, since from jsonb_to_recordset($2::jsonb) as c(name text, state text, since timestamptz) order by name
  on conflict (name) do update set state = excluded.state, since = excluded.since where known.state <> excluded.state`;
