import { clear, createStore, get, set, type UseStore } from 'idb-keyval';
import { today } from './format.ts';
import { markTake, unmarkTake } from './take-mark.ts';

/** A recording that has been made and not yet handed in. */
export interface Take {
  readonly challengeId: string;
  readonly phrase: string;
  readonly video: Blob;
  readonly latitude: number;
  readonly longitude: number;
  /** Numbers of the parts of this very take that the server has confirmed. */
  readonly sentParts: readonly number[];
  /** True once the person has asked to hand it in. */
  readonly isWanted: boolean;
}

interface Kept {
  readonly take: Take;
  /** A date in India. */
  readonly keptOn: string;
}

let store: UseStore | undefined;
const takes = (): UseStore => (store ??= createStore('mohlat-video', 'takes'));

/** Where the browser keeps nothing (private windows), a recording lives as long as the page. */
async function ifKept<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** Keeps the one unsent recording on this device, so that a lost connection or a reload does not cost it. */
export async function keepTake(userId: string, take: Take): Promise<void> {
  const kept: Kept = { take, keptOn: today() };
  markTake(userId, kept.keptOn);
  await ifKept(() => set(userId, kept, takes()));
}

/** The unsent recording of this person. Another user's, left on the same device, is deleted unseen. */
export async function readTake(userId: string): Promise<Take | undefined> {
  const kept = await ifKept(() => get<Kept>(userId, takes()));
  // A phrase holds minutes: what was recorded on another day can never be handed in.
  if (kept?.keptOn === today()) return kept.take;
  await forgetTakes();
  return undefined;
}

/** Nothing recorded stays on this device: after handing in, at log-out, and on the next visit of another day or person. */
export async function forgetTakes(): Promise<void> {
  await ifKept(() => clear(takes()));
  unmarkTake();
}
