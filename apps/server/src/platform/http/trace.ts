import type { FastifyRequest } from 'fastify';
import { clientAddress } from '@mohlat/platform/http/client-address.ts';

/** The address and the request behind an act, for the audit log. */
export interface Trace {
  readonly ip: string;
  readonly requestId: string;
}

export function traceOf(request: FastifyRequest): Trace {
  return { ip: clientAddress(request), requestId: request.id };
}
