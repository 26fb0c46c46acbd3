import { join } from 'node:path';
import { startAsked } from '../asking.ts';

/** The kinds of calls to the auth server. */
export const KINDS = ['user', 'refresh', 'password'] as const;
export type Kind = (typeof KINDS)[number];

export function isKind(text: string): text is Kind {
  return KINDS.some((kind) => kind === text);
}

/** A signed-in user. */
export interface Person {
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** One round of load. */
export interface Pace {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
}

/** The message by which the calling process starts. */
export interface Start {
  readonly url: string;
  readonly clients: number;
  readonly people: readonly Person[];
  readonly password: string;
}
export interface Go {
  readonly kind: Kind;
  readonly calls: number;
}

export interface Caller {
  run(kind: Kind, calls: number): Promise<Pace>;
  stop(): void;
}

/** Starts a process that calls one server. */
export async function createCaller(start: Start): Promise<Caller> {
  const child = startAsked<Start | Go>(join(import.meta.dirname, 'calls.process.ts'));
  await child.ask(start);
  return { run: (kind, calls) => child.ask<Pace>({ kind, calls }), stop: child.stop };
}
