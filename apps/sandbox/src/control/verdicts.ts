import type { FastifyReply } from 'fastify';
import type { Twins } from '../twins.ts';
import { textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
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
