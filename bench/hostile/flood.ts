import { join } from 'node:path';
import { startAsked } from '../asking.ts';

/** The first message to the flooding process. */
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
  const child = startAsked<FloodStart | FloodOrder>(join(import.meta.dirname, 'flood.process.ts'));
  await child.ask({ url, connections, addresses });
  return {
    begin: () => child.ask('begin'),
    end: () => child.ask<FloodReport>('end'),
    stop: child.stop,
  };
}
