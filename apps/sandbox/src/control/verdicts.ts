import type { FastifyReply } from 'fastify';
import type { Twins } from '../twins.ts';
import { textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { POLICIES } from '../review-desk/desk.ts';
import { refuse } from './errors.ts';

/**
 * The agent of a video call, or the auditor who looks afterwards: `{verificationId?, verdict, remarks?}`; without an
 * id the newest call that waits for this word.
 */
export function callVerdict(forWhom: 'agent' | 'auditor') {
  return ({ cashfree }: Twins, body: Json, reply: FastifyReply) => {
    const { verdict } = body;
    if (verdict !== 'approve' && verdict !== 'reject')
      return refuse(reply, 'verdict must be approve or reject');
    const { calls } = cashfree;
    const call = calls.waiting(textOf(body.verificationId), forWhom);
    if (!call) return refuse(reply, `no video call waits for an ${forWhom}`, 404);
    const speak = forWhom === 'agent' ? calls.agentVerdict : calls.auditorVerdict;
    speak(call, verdict, textOf(body.remarks));
    return { verificationId: call.verificationId, status: calls.find(call.verificationId)?.status };
  };
}

/**
 * The auditor: of the review desk with `{reviewId? | kind?, verdict, remarks?}`, of a video call with a `verificationId`. Without
 * either, the newest review at the desk; where none waits there, the newest call.
 */
export function auditorVerdict(twins: Twins, body: Json, reply: FastifyReply) {
  const { desk } = twins.reviewDesk;
  const review =
    body.verificationId === undefined ? desk.waiting(textOf(body.reviewId), textOf(body.kind)) : undefined;
  if (!review && body.reviewId === undefined && body.kind === undefined)
    return callVerdict('auditor')(twins, body, reply);
  const { verdict } = body;
  if (verdict !== 'approve' && verdict !== 'reject')
    return refuse(reply, 'verdict must be approve or reject');
  if (!review) return refuse(reply, 'no such review waits at the desk', 404);
  const { reviewId, status } = desk.decide(review, verdict, textOf(body.remarks));
  return { reviewId, status };
}

/** What the auditor of the desk does unasked, ten seconds after a review came in: `{policy, kind?}`. */
export function auditorPolicy({ reviewDesk }: Twins, body: Json, reply: FastifyReply) {
  const policy = POLICIES.find((one) => one === body.policy);
  if (!policy) return refuse(reply, `policy must be one of ${POLICIES.join(', ')}`);
  reviewDesk.desk.setPolicy(policy, textOf(body.kind));
  return { policy };
}
