import { randomUUID } from 'node:crypto';
import type { CircuitState } from './resilience.ts';

/** A circuit as one process sees it. */
export interface CircuitRow {
  readonly process: string;
  readonly name: string;
  readonly state: CircuitState;
  readonly since: Date;
  readonly seen_at: Date;
}

export interface CircuitBook {
  note(name: string, state: CircuitState, openForMs: number, now: Date): void;
  /** Takes the rows to be written down now: those that changed, and those that are not closed, again and again. */
  take(now: Date): CircuitRow[];
  /** Has everything taken again, because it could not be written. */
  putBack(): void;
}

const RENEW_EVERY_MS = 30_000;
/** Nothing is known of a circuit without a call for so long. */
const KNOWN_FOR_MS = 600_000;

interface Standing {
  readonly state: CircuitState;
  readonly since: Date;
  readonly openForMs: number;
  readonly written?: { readonly state: CircuitState; readonly at: Date };
}

/** Keeps how the circuits of this process stand, and says when that is to be written down. */
export function createCircuitBook(): CircuitBook {
  const process = randomUUID();
  const standing = new Map<string, Standing>();
  /** An open circuit that was told lets the next call try once its time has passed; without a call nothing else tells it. */
  const present = ({ state, since, openForMs, written }: Standing, now: Date) =>
    state === 'open' && written !== undefined && now.getTime() - since.getTime() >= openForMs
      ? { state: 'half_open' as const, since: new Date(since.getTime() + openForMs) }
      : { state, since };

  return {
    note(name, state, openForMs, now) {
      standing.set(name, { state, since: now, openForMs });
    },
    take(now) {
      const rows: CircuitRow[] = [];
      for (const [name, one] of standing) {
        const { state, since } = present(one, now);
        const isNew = one.written?.state !== state;
        const isOld = now.getTime() - one.since.getTime() > KNOWN_FOR_MS;
        if (!isNew && (state === 'closed' || isOld)) standing.delete(name);
        else if (isNew || now.getTime() - one.written.at.getTime() >= RENEW_EVERY_MS) {
          rows.push({ process, name, state, since, seen_at: now });
          standing.set(name, { ...one, written: { state, at: now } });
        }
      }
      return rows;
    },
    putBack() {
      for (const [name, { written: _, ...one }] of standing) standing.set(name, one);
    },
  };
}

/** The circuits that processes have told of lately, by provider; `now` is an expression of the present time. */
export function circuitsSeen(now: string): string {
  return `(select split_part(name, ':', 1) as provider, state, since from circuit_states
    where seen_at > ${now} - interval '2 minutes')`;
}
