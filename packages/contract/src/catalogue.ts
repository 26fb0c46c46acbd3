import * as all from './all.ts';
import type { Endpoint, EndpointCall, Refusal } from './endpoint.ts';

type Exported = (typeof all)[keyof typeof all];
type Entry = Extract<Exported, { readonly kind: 'contract' }>;
type EndpointsOf<E> = E extends { readonly endpoints: infer Each } ? Each[keyof Each] : never;
type CodesOf<E> = E extends { readonly refusals: infer Each } ? keyof Each : never;

/** The closed list of error codes; nothing else may be answered. */
export type ErrorCode = CodesOf<Entry>;
type Declared = Extract<EndpointsOf<Entry>, Endpoint>;
/** Every endpoint, by its name. */
export type Endpoints = { readonly [E in Declared as E['name']]: E };

function isEntry(value: Exported): value is Entry {
  return typeof value === 'object' && 'kind' in value && value.kind === 'contract';
}

/** Does not compile where an endpoint refuses with a code that no file has sentences for. */
const ENTRIES: readonly {
  readonly endpoints: Readonly<Record<string, Endpoint & { readonly errors: readonly ErrorCode[] }>>;
  readonly refusals: Readonly<Record<string, Refusal>>;
}[] = Object.values(all).filter(isEntry);

/** Every error code with its status, retry rule and sentences. */
export const ERRORS = Object.assign({}, ...ENTRIES.map(({ refusals }) => refusals)) as Readonly<
  Record<ErrorCode, Refusal>
>;

export const ENDPOINTS = Object.assign({}, ...ENTRIES.map(({ endpoints }) => endpoints)) as Endpoints;

/** The whole declaration of a call. */
export type EndpointOf<E> = E extends Endpoint
  ? E
  : E extends { readonly name: infer Name extends keyof Endpoints }
    ? Endpoints[Name]
    : never;

/** The whole declaration of a call; a whole one is its own. */
export function endpointOf<E extends EndpointCall>(declared: E): EndpointOf<E> {
  const whole = 'summary' in declared ? declared : ENDPOINTS[declared.name as keyof Endpoints];
  return whole as EndpointOf<E>;
}

/** The sentence of a code in the reader's language. */
export function errorSentence(code: ErrorCode, language: 'en' | 'hi' = 'en'): string {
  return ERRORS[code][language];
}
