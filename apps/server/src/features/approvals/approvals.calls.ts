import type { AnswerOf, BodyOf, QueryOf } from '@mohlat/contract';
import type { Actor } from '#platform/db/database.ts';
import type { Trace } from '#platform/http/trace.ts';

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
