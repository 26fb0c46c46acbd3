import type { FastifyReply } from 'fastify';

export type PaymentError = {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
};

const CODES: Record<number, PaymentError> = {
  401: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Authentication failed',
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  },
  404: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The requested URL was not found on the server.',
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  },
  429: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Too many requests. Please try after some time.',
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  },
};

/** The request error of this provider. */
export function razorpayError(status: number) {
  const known = CODES[status];
  const body: PaymentError = known ?? {
    code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
    description:
      status >= 500 ? 'We are facing some trouble completing your request.' : 'The request is not valid.',
    source: status >= 500 ? 'internal' : 'business',
    step: 'payment_initiation',
    reason: status >= 500 ? 'server_error' : 'input_validation_failed',
  };
  return { error: { ...body, metadata: {} } };
}

export function badRequest(reply: FastifyReply, description: string, field?: string, status = 400) {
  const body = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...(field === undefined ? {} : { field }),
  };
  return reply.code(status).send({ error: body });
}
