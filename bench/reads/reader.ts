import { join } from 'node:path';
import { startAsked } from '../asking.ts';

/** The first message to the reading process. */
export interface Start {
  readonly url: string;
  readonly clients: number;
  readonly tokens: readonly string[];
}

/** One round: so many calls, each of the paths in turn. */
export interface Go {
  readonly paths: readonly string[];
  readonly calls: number;
  /** Calls are due at this pace, and waiting counts from when one was due; absent, each follows the answer before. */
  readonly perSecond?: number;
  /** Whether each call names the entity tag of the answer before, as a page does that keeps it. */
  readonly isAgain?: boolean;
}

export interface Pace {
  readonly perSecond: number;
  /** Bytes of an answer with its head, on average. */
  readonly bytes: number;
  readonly latenciesMs: readonly number[];
}

export interface Reader {
  run(go: Go): Promise<Pace>;
  stop(): void;
}

/** Starts the process that reads. */
export async function createReader(start: Start): Promise<Reader> {
  const child = startAsked<Start | Go>(join(import.meta.dirname, 'reader.process.ts'));
  await child.ask(start);
  return { run: (go) => child.ask<Pace>(go), stop: child.stop };
}
