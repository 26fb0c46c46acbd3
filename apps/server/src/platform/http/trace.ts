import type { FastifyRequest } from 'fastify';
import { clientAddress } from '@mohlat/platform/http/client-address.ts';

/** From where somebody acts, for the audit log. */
export interface Trace {
  readonly ip: string;
  readonly requestId: string;
}

export function traceOf(request: FastifyRequest): Trace {
  return { ip: clientAddress(request), requestId: request.id };
}
