import type { Trace } from '#platform/http/trace.ts';
import type { AnswerOf, BodyOf, EndpointCall, ErrorCode } from '@mohlat/contract';
import type { FastifyReply } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { claimIntent, finishIntent, type Intent, isAnswered } from '#platform/idempotency/idempotency.ts';
import type { Proposal } from './approvals.repo.ts';
import { propose } from './approvals.service.ts';

/** Something done to one thing, once under the key of the call. */
export type OnceCall<E> = (actor: Actor, asked: Asked, body: BodyOf<E>) => Promise<Answered<AnswerOf<E>>>;

type Deps = Pick<FeatureContext, 'worker' | 'clock'>;

/** The row acted upon (it may be the account itself) and its owner. */
interface Target {
  readonly userId: string;
  readonly objectId: string;
}

/** A member of staff at a person's account: the open transaction, and all that a proposal made in it needs. */
export interface Act extends Target {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly trace: Trace;
  readonly now: Date;
}

/** Acts for one account. Throws what `asStaffFor` throws. */
export function actOn<T>(
  { worker, clock }: Deps,
  actor: Actor,
  target: Target,
  trace: Trace,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  return worker.asStaffFor(actor, target.userId, (tx) =>
    work({ ...target, tx, actor, trace, now: clock.now() }),
  );
}

/** Finds the owner of a row, of any person; undefined where there is no such row. */
type FindOwner = (tx: Tx, id: string) => Promise<string | undefined>;

/** Acts upon another person's row. Throws not_found, own_account. Rule: LEND-24 (never for one's own account) */
export async function actOnOthers<T>(
  deps: Deps,
  actor: Actor,
  row: { readonly id: string; readonly findOwner: FindOwner },
  trace: Trace,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  const userId = await deps.worker.asStaff(actor, (tx) => row.findOwner(tx, row.id));
  if (userId === undefined) throw new DomainError('not_found');
  if (userId === actor.userId) throw new DomainError('own_account');
  return actOn(deps, actor, { userId, objectId: row.id }, trace, work);
}

/** Proposes what is acted upon to a second person. Throws own_account, approval_open. Rule: LEND-24 (maker and checker) */
export async function proposeIn(
  { tx, actor, userId, objectId, trace, now }: Act,
  proposal: Omit<Proposal, keyof Target>,
): Promise<{ readonly approvalId: string }> {
  return { approvalId: await propose(tx, actor, { ...proposal, userId, objectId }, trace, now) };
}

/** A call under an idempotency key: the row it names, and the trace of its request. */
interface Asked {
  readonly id: string;
  readonly key: string;
  readonly trace: Trace;
}

export type Outcome<A> = { readonly answer: A } | { readonly refusal: ErrorCode };

/** An answer or a refusal, and whether it was given before under the same key. */
type Answered<A> = Outcome<A> & { readonly isReplay: boolean };

/**
 * An idempotent action on another person's account; `work` locks the row it is about. A refusal is stored and replayed like an answer.
 * Throws not_found, own_account; the refusal is returned. Rule: LEND-C3
 */
export function actOnce<A, B extends object>(
  deps: Deps,
  endpoint: EndpointCall,
  findOwner: FindOwner,
  work: (act: Act, body: B) => Promise<Outcome<A>>,
) {
  return async (actor: Actor, asked: Asked, body: B): Promise<Answered<A>> => {
    const { id, trace } = asked;
    const intent = intentOf(endpoint, actor, asked, body);
    const row = { id, findOwner };
    return actOnOthers(deps, actor, row, trace, async (act) => {
      const claim = await claimIntent<Outcome<A>>(act.tx, intent, act.now);
      if (claim.state === 'done') return { ...claim.facts, isReplay: true };
      const done = await work(act, body);
      await finishIntent(act.tx, intent, done);
      return { ...done, isReplay: false };
    });
  };
}

function intentOf(
  { method, path }: EndpointCall,
  { userId }: Actor,
  { id, key }: Asked,
  body: object,
): Intent {
  return { userId, route: `${method} ${path}`, key, requestHash: sha256(JSON.stringify([id, body])) };
}

/**
 * Finds the owner of a row for a call that asks a provider before it acts; undefined where it need not ask, for acting will refuse it
 * or repeat its answer.
 */
export function findOwnerToAsk({ worker }: Deps, endpoint: EndpointCall, findOwner: FindOwner) {
  return (actor: Actor, asked: Asked, body: object): Promise<string | undefined> =>
    worker.asStaff(actor, async (tx) => {
      if (await isAnswered(tx, intentOf(endpoint, actor, asked, body))) return undefined;
      const owner = await findOwner(tx, asked.id);
      return owner === actor.userId ? undefined : owner;
    });
}

interface KeyedCall<B> {
  readonly actor: Actor;
  readonly params: { readonly id: string };
  readonly body: B;
  readonly idempotencyKey: string;
  readonly trace: Trace;
  readonly reply: FastifyReply;
}

/** The handler of what is done once under a key: a repeat is marked as one. Throws the refusal. */
export function underKey<A, B>(act: (actor: Actor, asked: Asked, body: B) => Promise<Answered<A>>) {
  return async ({ actor, params, body, idempotencyKey: key, trace, reply }: KeyedCall<B>): Promise<A> => {
    const outcome = await act(actor, { id: params.id, key, trace }, body);
    if (outcome.isReplay) reply.header('idempotency-replayed', 'true');
    if ('refusal' in outcome) throw new DomainError(outcome.refusal);
    return outcome.answer;
  };
}
