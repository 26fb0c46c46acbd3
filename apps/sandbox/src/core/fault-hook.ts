import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { applyDrift, applyMismatch } from './drift.ts';
import type { Fault } from './faults.ts';
import { asObject, isObject } from './json.ts';
import type { World } from './world.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name fault rules call this route by. */
    op?: string;
  }
  interface FastifyRequest {
    fault: Fault;
  }
}

export type ErrorBody = (status: number, request: FastifyRequest) => unknown;

const HTML = '<!doctype html><html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>';

function isAfter(fault: Fault): boolean {
  return fault.commit === 'after';
}

function cutConnection(reply: FastifyReply): void {
  reply.hijack();
  const socket = reply.raw.socket;
  if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy();
}

function breakBody(reply: FastifyReply, payload: string, kind: unknown): string {
  if (kind === 'html') {
    void reply.header('content-type', 'text/html');
    return HTML;
  }
  if (kind === 'empty') return '';
  if (kind === 'wrong_content_type') {
    void reply.header('content-type', 'text/plain');
    return payload;
  }
  return payload.slice(0, Math.max(1, Math.floor(payload.length / 2)));
}

/** Faults that act before the provider does anything. Answers true when the call ends here. */
async function actBefore(world: World, request: FastifyRequest, reply: FastifyReply, errorBody: ErrorBody) {
  const { fault } = request;
  const refuse = (status: number) => reply.code(status).send(errorBody(status, request));
  if (typeof fault.latency === 'number') await sleep(fault.latency);
  if (fault.held) await world.faults.removed(fault);
  if (fault.refuse_connect || fault.reset_before) {
    cutConnection(reply);
  } else if (fault.outage) {
    refuse(503);
  } else if (fault.http && !isAfter(fault)) {
    refuse(Number(fault.http));
  } else if (fault.timeout && !isAfter(fault)) {
    await world.holds.hold(reply);
  } else if (fault.rate_limit) {
    void reply.header('retry-after', String(Number(fault.rate_limit)));
    refuse(429);
  } else if (fault.unauthorized || fault.token_expired) {
    refuse(401);
  } else if (fault.malformed && fault.commit === 'before') {
    void reply.code(200).header('content-type', 'application/json');
    void reply.send(breakBody(reply, '{"success":true,"data":{"status":"Processing"}}', fault.malformed));
  } else {
    return false;
  }
  return true;
}

async function* dripping(payload: string, msPerByte: number): AsyncGenerator<string> {
  for (const letter of payload) {
    await sleep(msPerByte);
    yield letter;
  }
}

/** Faults that act on an answer whose work is already done. */
async function actAfter(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  errorBody: ErrorBody,
): Promise<unknown> {
  const { fault } = request;
  const text = typeof payload === 'string' ? payload : '';
  if (fault.timeout && isAfter(fault)) {
    await world.holds.hold(reply);
    return payload;
  }
  if (fault.http && isAfter(fault)) {
    void reply.code(Number(fault.http)).header('content-type', 'application/json');
    return JSON.stringify(errorBody(Number(fault.http), request));
  }
  if (fault.malformed) return breakBody(reply, text, fault.malformed);
  if (fault.drift || fault.mismatch) {
    const answer: unknown = JSON.parse(text || 'null');
    applyDrift(answer, fault.drift);
    applyMismatch(answer, fault.mismatch);
    return JSON.stringify(answer);
  }
  if (typeof fault.slow_body === 'number') return Readable.from(dripping(text, fault.slow_body));
  return payload;
}

/**
 * Puts the fault engine in front of and behind every route of one provider.
 * Routes name themselves with `config: { op }`; answers in error take the provider's own shape.
 */
export function installFaults(
  app: FastifyInstance,
  world: World,
  provider: string,
  errorBody: ErrorBody,
): void {
  app.decorateRequest('fault', null as unknown as Fault);
  const ended = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request) => {
    request.fault = {};
    world.timers.runDue();
  });
  app.addHook('preHandler', async (request, reply) => {
    const op = request.routeOptions.config.op;
    if (op === undefined) return;
    const subject = {
      ...asObject(request.params),
      ...asObject(request.query),
      ...(isObject(request.body) ? request.body : {}),
    };
    request.fault = world.faults.take('answer', provider, op, subject, world.clock.now()) ?? {};
    if (Object.keys(request.fault).length === 0) return;
    if (await actBefore(world, request, reply, errorBody)) {
      ended.add(request);
      return reply;
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    await world.webhooks.settleUrgent();
    if (ended.has(request) || Object.keys(request.fault).length === 0) return payload;
    return actAfter(world, request, reply, payload, errorBody);
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return reply.code(status).send(errorBody(status, request));
  });
  app.setNotFoundHandler((request, reply) => reply.code(404).send(errorBody(404, request)));
}
