import { hash } from 'node:crypto';
import type { Endpoint } from '@mohlat/contract';
import type { FastifyReply } from 'fastify';

/** Whether answers have an entity tag: those that a person's own page reads again and again. */
export function isTagged({ method, access, status, answer }: Endpoint): boolean {
  return method === 'GET' && access === 'user' && status === 200 && answer !== undefined;
}

/**
 * Sends an answer under its entity tag, or 304 and no body where the caller has it. The answer was made for this caller, this time:
 * the tag saves its way and its reading, and no check. No cache keeps it (`no-store`); a page keeps it in its own memory.
 */
export function sendTagged(reply: FastifyReply, text: string): FastifyReply {
  const tag = entityTag(text);
  reply.header('etag', tag);
  if (!isNamed(reply.request.headers['if-none-match'], tag)) return reply.send(text);
  return reply.status(304).removeHeader('content-type').send();
}

/** The entity tag of an answer: strong, made of its text alone, so that every process makes the same one. */
export function entityTag(text: string): string {
  return `"${hash('sha256', text, 'base64url')}"`;
}

/** Whether an `If-None-Match` names the tag. Compared weakly, as it is defined: a proxy that compresses makes a tag weak. */
export function isNamed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => {
    const given = one.trim();
    return given === tag || given === `W/${tag}` || given === '*';
  });
}
