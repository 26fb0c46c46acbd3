import type { BusinessDate, Paise } from '@mohlat/money';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { StaffRole } from './staff-roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The callers of an endpoint: anybody, the bearer of a valid access token, or staff with a second factor. */
export type Access = 'public' | 'user' | 'admin';

/** What a request carries instead of JSON: bytes alone, or a multipart form with the bytes in one file field. */
export type Upload =
  | { readonly kind: 'bytes'; readonly bytesMax: number }
  | { readonly kind: 'form'; readonly field: string; readonly bytesMax: number };

/**
 * One declaration per endpoint. The server registers a handler for it, the web calls it and the
 * OpenAPI document is made from it, so a shape or an error code is written down exactly once.
 */
export interface Endpoint {
  readonly name: string;
  readonly method: Method;
  /** Path below `/api/v1`, parameters in braces: `/payments/{id}`. */
  readonly path: string;
  readonly access: Access;
  /** Of staff: who of them. Anyone of these roles may call; every endpoint for staff names them. */
  readonly roles?: readonly StaffRole[];
  /**
   * Of staff: true where money or limits are moved, a verdict is given or what was masked or kept is shown: the second factor of
   * the session is at most a quarter of an hour old. A call that writes, and one that hands out a file, says yes or no.
   */
  readonly stepUp?: boolean;
  /** True where an `Idempotency-Key` is required: every POST that can move money. */
  readonly idempotent: boolean;
  /** HTTP status of a successful answer. */
  readonly status: 200 | 201 | 202 | 204;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** With an upload of kind `form`, `body` is the form's text fields. */
  readonly upload?: Upload;
  readonly answer?: z.ZodType;
  /** True where the answer is a file, in its own media type. */
  readonly download?: true;
  /** Codes this endpoint can answer beyond the common ones, in order of precedence. */
  readonly errors: readonly ErrorCode[];
}

type Defaults = {
  readonly idempotent: false;
  readonly status: 200;
  readonly access: 'user';
  readonly errors: readonly [];
};
type Input = Omit<Endpoint, keyof Defaults | 'roles' | 'stepUp'> &
  Partial<Pick<Endpoint, 'idempotent' | 'status' | 'errors'>> &
  (ForStaff | ForOthers);

type ForStaff = { readonly access: 'admin' } & Required<Pick<Endpoint, 'roles'>> &
  (Required<Pick<Endpoint, 'stepUp'>> | { readonly method: 'GET'; readonly download?: never });
type ForOthers = {
  readonly access?: Exclude<Access, 'admin'>;
  readonly roles?: never;
  readonly stepUp?: never;
};

/** Declares an endpoint; what is left out is: a user's call, not idempotent, 200, no codes of its own. */
export function endpoint<const E extends Input>(declaration: E): Omit<Defaults, keyof E> & E {
  return { idempotent: false, status: 200, access: 'user', errors: [], ...declaration };
}

/** What the server is asked, once an endpoint's schemas have looked at it: amounts and days carry the brands of rules. */
export type BodyOf<E> = E extends { body: z.ZodType<infer T> } ? T : never;
export type QueryOf<E> = E extends { query: z.ZodType<infer T> } ? T : never;
export type ParamsOf<E> = E extends { params: z.ZodType<infer T> } ? T : never;
/** What the server says: any amount will do, as it is looked at before it leaves. */
export type AnswerOf<E> = E extends { answer: infer S extends z.ZodType } ? z.input<S> : never;

/** The same on the other side of the wire: what a caller may send, and what it is told, with the brands of rules. */
export type SentOf<E, Part extends 'body' | 'query' | 'params'> = Part extends 'query'
  ? PlainEach<QueryOf<E>>
  : E extends { [Key in Part]: infer S extends z.ZodType }
    ? z.input<S>
    : never;
export type ToldBy<E> = E extends { answer: z.ZodType<infer T> } ? T : never;

/** A query is a line of text: what is put into it are the values themselves, without brands. */
type PlainEach<T> = { [Key in keyof T]: Plain<T[Key]> };
type Plain<T> = T extends Paise ? number : T extends BusinessDate ? string : T;
