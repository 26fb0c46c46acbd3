import { fork } from 'node:child_process';
import { join } from 'node:path';

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
}

export interface Pace {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
}

export interface Reader {
  run(go: Go): Promise<Pace>;
  stop(): void;
}

/** Starts the process that reads. */
export async function createReader(start: Start): Promise<Reader> {
  const child = fork(join(import.meta.dirname, 'reader.process.ts'));
  const ask = <T>(message: Start | Go) =>
    new Promise<T>((resolve, reject) => {
      const onExit = () => reject(new Error('the reading process stopped'));
      child.once('exit', onExit);
      child.once('message', (answer: { error?: string }) => {
        child.off('exit', onExit);
        if (answer.error === undefined) resolve(answer as T);
        else reject(new Error(answer.error));
      });
      child.send(message);
    });
  await ask(start);
  return { run: (go) => ask<Pace>(go), stop: () => void child.kill() };
}
