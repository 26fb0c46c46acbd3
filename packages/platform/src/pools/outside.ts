import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs the part of a request in which it waits, for a party outside where one is named. */
export type Wait = <T>(work: () => Promise<T>, party?: string) => Promise<T>;

const present = new AsyncLocalStorage<Wait | undefined>();

/** Goes on with a request whose permit is not to be held while it waits. */
export function waitingBy(wait: Wait, goOn: () => void): void {
  present.run(wait, goOn);
}

/**
 * Asks a party outside: a provider that may be silent for as long as its time-out. The permit of the request that asks is given
 * back meanwhile, so that the silence of one party holds up nobody who does not ask it. Work that no request waits for, such as a
 * job's, is done as it is. Throws busy where too many strangers wait for that party, and what the work throws.
 */
export function outside<T>(party: string, work: () => Promise<T>): Promise<T> {
  return aside(work, party);
}

/** Waits for a sender who may be slow, as `outside` waits for a party. Throws what the work throws. */
export function aside<T>(work: () => Promise<T>, party?: string): Promise<T> {
  const wait = present.getStore();
  // A call within it is part of the same wait.
  return wait ? wait(() => present.run(undefined, work), party) : work();
}
