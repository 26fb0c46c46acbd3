import { join } from 'node:path';
import { startAsked } from '../asking.ts';
import type { Stage } from './stage.ts';
import type { Round } from './summary.ts';

export interface HttpLoad {
  /** Accepts the payments of quotes `from` and on, over HTTP. */
  run(from: number, payments: number): Promise<Round>;
  stop(): void;
}

/** The message by which the loading process starts. */
export interface Start {
  readonly url: string;
  readonly clients: number;
  readonly tokens: readonly string[];
}
export interface Go {
  readonly from: number;
  readonly payments: number;
}

/** Starts the process that loads the server. */
export async function createHttpLoad(stage: Stage, clients: number): Promise<HttpLoad> {
  const child = startAsked<Start | Go>(join(import.meta.dirname, 'http-load.process.ts'));
  const start: Start = { url: stage.serverUrl, clients, tokens: stage.tokens };
  await child.ask(start);
  return {
    run: (from, payments) => child.ask<Round>({ from, payments } satisfies Go),
    stop: child.stop,
  };
}
