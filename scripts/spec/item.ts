/** What sort of thing the specification fixes. */
export type Kind = 'route' | 'sentence' | 'bound' | 'state' | 'constant' | 'field' | 'call' | 'rule';

/** What a test has to do so that an item counts as proven. */
export type Proof =
  /** Some test in the group's places asserts this sentence; `{…}` stands for what changes. */
  | { readonly by: 'sentence'; readonly says: string }
  /** Some test opens this address. */
  | { readonly by: 'visit'; readonly path: string }
  /** Some test makes this call over HTTP, or by this method of the unmodified auth client. */
  | { readonly by: 'call'; readonly call: string }
  /** The tests that name the item in their titles assert all of this. */
  | { readonly by: 'id'; readonly id: string; readonly asserts: readonly string[] };

/** One thing that the product's specification says, as the page lists it. */
export interface Item {
  readonly kind: Kind;
  readonly text: string;
  readonly proof: Proof;
  /** How the product keeps it where it goes further than the specification, or had to choose. */
  readonly note?: string;
}

/** Items of one subject, and the places whose tests may prove them. */
export interface Group {
  readonly title: string;
  readonly where: readonly string[];
  readonly items: readonly Item[];
}

export interface Chapter {
  readonly title: string;
  readonly groups: readonly Group[];
}

/** A sentence a person reads, word for word. */
export function sentence(says: string, as: string): Item {
  return { kind: 'sentence', text: `“${says}”: ${as}`, proof: { by: 'sentence', says } };
}

export function route(path: string, text: string): Item {
  return { kind: 'route', text: `\`${path}\`: ${text}`, proof: { by: 'visit', path } };
}

/** `POST /recover`, or a method of the auth client such as `signOut`. */
export function call(what: string, text: string, by = what): Item {
  return { kind: 'call', text: `\`${what}\`: ${text}`, proof: { by: 'call', call: by } };
}

type Named = (id: string, text: string, ...asserts: readonly (string | number)[]) => Item;

/** An item that is proven by tests that name it, and by what they assert. */
const named =
  (kind: Kind): Named =>
  (id, text, ...asserts) => ({ kind, text, proof: { by: 'id', id, asserts: asserts.map(String) } });

export const rule = named('rule');
export const bound = named('bound');
export const state = named('state');
export const constant = named('constant');
export const field = named('field');

/** The same item with a word on how the product keeps it. */
export function noted(note: string, item: Item): Item {
  return { ...item, note };
}
