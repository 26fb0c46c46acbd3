import type { AnswerOf, BodyOf, QueryOf } from '@mohlat/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#platform/db/database.ts';
import { clientAddress } from '#platform/http/client-address.ts';

/** From where a member of staff acts, for the audit log. */
export interface Trace {
  readonly ip: string;
  readonly requestId: string;
}

/** From where a request of a member of staff came. */
export function traceOf(request: FastifyRequest): Trace {
  return { ip: clientAddress(request), requestId: request.id };
}

/** A list of the staff's, page by page. */
export type ListCall<E> = (actor: Actor, page: QueryOf<E>, trace: Trace) => Promise<AnswerOf<E>>;
/** A list of what belongs to one thing. */
export type SectionCall<E> = (
  actor: Actor,
  id: string,
  page: QueryOf<E>,
  trace: Trace,
) => Promise<AnswerOf<E>>;
/** Something done to one thing. */
export type ActCall<E> = (actor: Actor, id: string, body: BodyOf<E>, trace: Trace) => Promise<AnswerOf<E>>;
