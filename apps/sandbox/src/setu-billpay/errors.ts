import type { FastifyReply } from 'fastify';
import type { World } from '../core/world.ts';

const CODES: Record<number, [string, string]> = {
  400: ['validation-error', 'The request is not valid'],
  401: ['unauthorized', 'Token is missing, wrong or expired'],
  404: ['not-found', 'No such resource'],
  429: ['too-many-requests', 'Too many requests'],
};

export function traceId(world: World): string {
  return world.id('TRC', 17);
}

/** The request error of this provider: `{success: false, error, traceId}`. */
export function billPayError(world: World, status: number, message?: string) {
  const [code, words] = CODES[status] ?? ['internal-server-error', 'Something went wrong'];
  return { success: false, error: { code, message: message ?? words }, traceId: traceId(world) };
}

export function refuse(world: World, reply: FastifyReply, message: string, status = 400) {
  return reply.code(status).send(billPayError(world, status, message));
}
