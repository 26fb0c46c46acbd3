import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Caller } from './auth.parts.ts';
import type { Bucket } from './auth.settings.ts';

/** The argument of a route. The route's result is sent as JSON, or as the text it is, unless the route answered by itself. */
export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
}

export interface Route {
  readonly method: HTTPMethods;
  readonly path: string;
  /** Calls of one address are counted here before anything else is looked at. */
  readonly bucket?: Bucket | ((request: FastifyRequest) => Bucket);
  /** Whether a person has to be proven behind the call, where a captcha is configured. */
  asksCaptcha?(request: FastifyRequest): boolean;
  answer(call: Call): Promise<object | string>;
}
