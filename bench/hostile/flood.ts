import { fork } from 'node:child_process';
import { join } from 'node:path';

/** What the flooding process is told first. */
export interface FloodStart {
  readonly url: string;
  readonly connections: number;
  readonly addresses: number;
}
export type FloodOrder = 'begin' | 'end';

/** Answers by kind of call and status; `closed` where a connection was closed instead. */
export type FloodReport = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Flood {
  /** Resolves when every kind of call was answered, or refused, for the first time. */
  begin(): Promise<void>;
  end(): Promise<FloodReport>;
  stop(): void;
}

/** Starts the process that floods the server. */
export async function createFlood(
  url: string,
  { connections, addresses }: Pick<FloodStart, 'connections' | 'addresses'>,
): Promise<Flood> {
  const child = fork(join(import.meta.dirname, 'flood.process.ts'));
  const ask = <T>(message: FloodStart | FloodOrder) =>
    new Promise<T>((resolve, reject) => {
      const onExit = () => reject(new Error('the flood stopped'));
      child.once('exit', onExit);
      child.once('message', (answer) => {
        child.off('exit', onExit);
        resolve(answer as T);
      });
      child.send(message);
    });
  await ask({ url, connections, addresses });
  return {
    begin: () => ask('begin'),
    end: () => ask<FloodReport>('end'),
    stop: () => void child.kill(),
  };
}
