import type { FastifyReply } from 'fastify';

/** The control API's own error: a sentence for anybody who wrote the call. */
export function refuse(reply: FastifyReply, message: string, status = 400) {
  return reply.code(status).send({ error: { message } });
}
