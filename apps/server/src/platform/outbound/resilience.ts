import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  wrap,
} from 'cockatiel';
import type { BulkheadPolicy, CircuitBreakerPolicy } from 'cockatiel';

export interface ResilienceOptions {
  breaker: { failures: number; halfOpenAfterMs: number };
  bulkhead: { concurrent: number; queued: number };
  /** True for errors that say the far side is unwell; a clear refusal is not one. */
  isOutage: (error: unknown) => boolean;
  /** Told when a circuit opens, is tried again, and closes. An open one lets a call try again after `openForMs`. */
  onCircuit: OnCircuit;
}

export type OnCircuit = (name: string, state: CircuitState, openForMs: number) => void;

export type CircuitState = 'closed' | 'half_open' | 'open';

export interface Guard {
  /** The calls that share a bulkhead. */
  lane: string;
  /** The circuit, or none: an enquiry must always be allowed to ask. */
  circuit?: string;
}

export interface Resilience {
  /** Runs one call. Throws: LocalRefusal when nothing was sent. */
  run<T>(guard: Guard, call: () => Promise<T>): Promise<T>;
  /** True while a circuit lets no call try again, and while the one that tries has no answer: others would wait behind it. */
  isOpen(circuit: string): boolean;
  /** True for who may begin what ends in a call. Of a circuit that was open that is one, who has as long as it was open. */
  mayTry(circuit: string): boolean;
}

type Reason = 'circuit_open' | 'lane_full' | 'budget_spent';

/** We did not even try: the circuit is open, the lane is full, or the day's money for it is spent. */
export class LocalRefusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.name = 'LocalRefusal';
    this.reason = reason;
  }
}

/** Bulkheads per lane and circuit breakers per operation, made when first needed. */
export function createResilience(options: ResilienceOptions): Resilience {
  const lanes = new Map<string, BulkheadPolicy>();
  const circuits = new Map<string, CircuitBreakerPolicy>();
  /** When a circuit that is not closed lets a call try again, by `performance.now`. */
  const opensAgainAt = new Map<string, number>();

  const laneOf = (name: string): BulkheadPolicy => {
    const lane = lanes.get(name) ?? bulkhead(options.bulkhead.concurrent, options.bulkhead.queued);
    lanes.set(name, lane);
    return lane;
  };
  const circuitOf = (name: string): CircuitBreakerPolicy => {
    const known = circuits.get(name);
    if (known) return known;
    const circuit = circuitBreaker(handleWhen(options.isOutage), {
      halfOpenAfter: options.breaker.halfOpenAfterMs,
      breaker: new ConsecutiveBreaker(options.breaker.failures),
    });
    const tell = (state: CircuitState) => options.onCircuit(name, state, options.breaker.halfOpenAfterMs);
    circuit.onBreak(() => {
      opensAgainAt.set(name, performance.now() + options.breaker.halfOpenAfterMs);
      tell('open');
    });
    circuit.onHalfOpen(() => {
      opensAgainAt.set(name, Infinity);
      tell('half_open');
    });
    circuit.onReset(() => {
      opensAgainAt.delete(name);
      tell('closed');
    });
    circuits.set(name, circuit);
    return circuit;
  };

  const isOpen = (circuit: string) => performance.now() < (opensAgainAt.get(circuit) ?? 0);

  return {
    isOpen,
    mayTry(circuit) {
      if (isOpen(circuit)) return false;
      if (opensAgainAt.has(circuit))
        opensAgainAt.set(circuit, performance.now() + options.breaker.halfOpenAfterMs);
      return true;
    },
    async run(guard, call) {
      const lane = laneOf(guard.lane);
      try {
        if (guard.circuit === undefined) return await lane.execute(call);
        return await wrap(lane, circuitOf(guard.circuit)).execute(call);
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw new LocalRefusal('circuit_open');
        if (error instanceof BulkheadRejectedError) throw new LocalRefusal('lane_full');
        throw error;
      }
    },
  };
}
