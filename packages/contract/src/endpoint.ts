import type { z } from 'zod';
import type { Retry } from './problem.ts';
import type { StaffRole } from './staff-roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The callers of an endpoint: anybody, the bearer of a valid access token, or staff with a second factor. */
export type Access = 'public' | 'user' | 'admin';

/** The body a request carries instead of JSON: bytes alone, or a multipart form with the bytes in one file field. */
export type Upload =
  | { readonly kind: 'bytes'; readonly bytesMax: number }
  | { readonly kind: 'form'; readonly field: string; readonly bytesMax: number };

/** The address of an endpoint and its callers: all that a browser fetches of it. Schemas stand apart, in its `Endpoint`. */
export interface EndpointCall {
  readonly name: string;
  readonly method: Method;
  /** Path below `/api/v1`, parameters in braces: `/payments/{id}`. */
  readonly path: string;
  readonly access: Access;
  /** For staff: the roles that may call it. Every endpoint for staff names them. */
  readonly roles?: readonly StaffRole[];
  /**
   * For staff: true where the session's second factor must be at most a quarter of an hour old. Such a call moves money or
   * limits, gives a verdict, or shows what was masked or kept. A call that writes, and one that hands out a file, says yes or no.
   */
  readonly stepUp?: boolean;
  /** True where an `Idempotency-Key` is required: every POST that can move money. */
  readonly idempotent: boolean;
  readonly upload?: Upload;
  /** True where the answer is a file, in its own media type. */
  readonly download?: true;
}

/** The parts of a call that the server checks and describes. */
interface Shapes {
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** With an upload of kind `form`, `body` is the form's text fields. */
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
  /** The media types of the file that is answered, or that the query may ask for in the place of the answer. */
  readonly files?: readonly string[];
}

/**
 * One declaration per endpoint. The server registers a handler for it, the web calls it and the
 * OpenAPI document is made from it, so a shape or an error code is written down exactly once.
 */
export interface Endpoint extends EndpointCall, Shapes {
  /** HTTP status of a successful answer. */
  readonly status: 200 | 201 | 202 | 204;
  /** Codes this endpoint can answer beyond those of every call, in order of precedence. */
  readonly errors: readonly string[];
}

type CallDefaults = { readonly idempotent: false; readonly access: 'user' };
type CallInput = Omit<EndpointCall, keyof CallDefaults | 'roles' | 'stepUp'> &
  Partial<Pick<EndpointCall, 'idempotent'>> &
  (ForStaff | ForOthers);

type ForStaff = { readonly access: 'admin' } & Required<Pick<EndpointCall, 'roles'>> &
  (Required<Pick<EndpointCall, 'stepUp'>> | { readonly method: 'GET'; readonly download?: never });
type ForOthers = {
  readonly access?: Exclude<Access, 'admin'>;
  readonly roles?: never;
  readonly stepUp?: never;
};

/** Declares a call; what is left out is: a user's, not idempotent. */
export function declareCall<const E extends CallInput>(declaration: E): Omit<CallDefaults, keyof E> & E {
  return { idempotent: false, access: 'user', ...declaration };
}

/** An error code's status, retry rule and sentences. */
export interface Refusal {
  readonly status: number;
  readonly retry: Retry;
  /** Seconds until a try is worth it, as the sentence has it, for answers that know no better. */
  readonly waitSeconds?: number;
  /** The sentence a person reads. */
  readonly en: string;
  readonly hi: string;
}

type Said = Shapes & Partial<Pick<Endpoint, 'status' | 'errors'>>;
/** A call that answers a file names the media types it comes in. */
type SaidOf<Call> = Said &
  (Call extends { readonly download: true } ? Required<Pick<Shapes, 'files'>> : unknown);
type SaidDefaults = { readonly status: 200; readonly errors: readonly [] };
/** Each call has what is said of it; the other exports beside calls have nothing. */
type SaidOfEach<Calls> = {
  readonly [Name in keyof Calls as Calls[Name] extends EndpointCall ? Name : never]: SaidOf<Calls[Name]>;
};
type Joined<Calls, Each> = {
  readonly [Name in keyof Calls & keyof Each]: Omit<SaidDefaults, keyof Each[Name]> &
    Calls[Name] &
    Each[Name];
};

/** Everything that one file of the contract adds to it. */
export interface Contract<Endpoints, Code extends string> {
  readonly kind: 'contract';
  readonly endpoints: Endpoints;
  readonly refusals: Readonly<Record<Code, Refusal>>;
}

/** Declares a file of the contract, once: its calls, what is said of each, and the error codes that are its own. */
export function contract<
  const Calls extends object,
  const Each extends SaidOfEach<Calls>,
  const Refusals extends Readonly<Record<string, Refusal>> = {},
>(declared: {
  readonly calls: Calls;
  readonly endpoints: Each;
  readonly refusals?: Refusals;
}): Contract<Joined<Calls, Each>, keyof Refusals & string> {
  const calls = declared.calls as Readonly<Record<string, EndpointCall>>;
  const endpoints = Object.entries<Said>(declared.endpoints).map(([name, said]) => [
    name,
    { status: 200, errors: [], ...calls[name], ...said },
  ]);
  return {
    kind: 'contract',
    endpoints: Object.fromEntries(endpoints) as Joined<Calls, Each>,
    refusals: (declared.refusals ?? {}) as Readonly<Record<keyof Refusals & string, Refusal>>,
  };
}
