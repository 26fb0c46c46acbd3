import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Stage } from './stage.ts';
import type { Round } from './summary.ts';

export interface HttpLoad {
  /** Accepts the payments of quotes `from` and on, over HTTP. */
  run(from: number, payments: number): Promise<Round>;
  stop(): void;
}

/** What the loading process is told. */
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
  const child = fork(join(import.meta.dirname, 'http-load.process.ts'));
  const ask = <T>(message: object) =>
    new Promise<T>((resolve, reject) => {
      const onExit = () => reject(new Error('the load stopped'));
      child.once('exit', onExit);
      child.once('message', (answer: { error?: string }) => {
        child.off('exit', onExit);
        if (answer.error === undefined) resolve(answer as T);
        else reject(new Error(answer.error));
      });
      child.send(message);
    });
  const start: Start = { url: stage.serverUrl, clients, tokens: stage.tokens };
  await ask(start);
  return {
    run: (from, payments) => ask<Round>({ from, payments } satisfies Go),
    stop: () => void child.kill(),
  };
}
