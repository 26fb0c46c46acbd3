import type { EndpointCall } from '@mohlat/contract';
import type { Language } from '../language.ts';

/** As many of each kind as are seen at a glance. */
export const SHOWN_MAX = 5;

/** Something found: where it leads, and what is said of it. */
export interface Hit {
  readonly id: string;
  readonly to: string;
  readonly name: string | null;
  readonly detail: string;
  readonly amountPaise?: number;
}
export interface Hits {
  readonly items: readonly Hit[];
  readonly isMore: boolean;
}

/** One kind of things that the staff's search finds. A feature declares it in its entry. */
export interface SearchKind {
  readonly key: string;
  /** Counts from the top of what was found. */
  readonly place: number;
  readonly title: Readonly<Record<Language, string>>;
  /** The address of the list that has all of them. */
  readonly list: string;
  /** The call it is found by. A role that may not make it finds nothing of the kind. */
  readonly reads: Pick<EndpointCall, 'roles'>;
  readonly matches: (text: string) => boolean;
  /** Stands below what was found where the text is too short for this kind. */
  readonly short?: (text: string) => Readonly<Record<Language, string>> | undefined;
  readonly find: (text: string, signal: AbortSignal) => Promise<Hits>;
}
