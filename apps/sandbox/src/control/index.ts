import type { FastifyInstance } from 'fastify';
import type { Twins } from '../twins.ts';
import { FaultRefused } from '../core/faults.ts';
import { asObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import type { World } from '../core/world.ts';
import { actRoutes } from './act.ts';
import { clockRoutes } from './clock.ts';
import { refuse } from './errors.ts';
import { truthRoutes } from './truth.ts';

function faultRoutes(app: FastifyInstance, world: World): void {
  app.get('/faults', () => world.faults.list());
  app.post('/faults', (request, reply) => {
    const inputs: unknown[] = Array.isArray(request.body) ? request.body : [request.body];
    try {
      const rules = inputs.map((input) => world.faults.add(input, world.id('fault_', 8)));
      return reply.code(201).send(Array.isArray(request.body) ? rules : rules[0]);
    } catch (error) {
      if (error instanceof FaultRefused) return refuse(reply, error.message);
      throw error;
    }
  });
  app.delete<{ Querystring: { id?: string } }>('/faults', (request, reply) => {
    world.faults.remove(request.query.id);
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/faults/:id', (request, reply) => {
    world.faults.remove(request.params.id);
    return reply.code(204).send();
  });
}

function webhookRoutes(app: FastifyInstance, world: World): void {
  app.get('/webhooks', () => world.webhooks.list());
  app.get('/webhooks/policy', () => world.webhooks.policy());
  app.post('/webhooks/policy', (request) => world.webhooks.setPolicy(asObject(request.body)));
  app.post<{ Params: { id: string } }>('/webhooks/:id/send', async (request, reply) => {
    const hook = await world.webhooks.send(request.params.id);
    return hook ?? refuse(reply, 'no such webhook', 404);
  });
}

function checkPerson(body: Json): string | undefined {
  if (!/^[A-Z]{5}\d{4}[A-Z]$/.test(textOf(body.pan) ?? '')) return 'pan must look like ABCDE1234F';
  if (!textOf(body.name)?.trim()) return 'name is required';
  const date = textOf(body.dateOfBirth) ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
    return 'dateOfBirth must be YYYY-MM-DD';
  if (!/^\d{4}$/.test(textOf(body.aadhaarLast4) ?? '')) return 'aadhaarLast4 must be four digits';
  return undefined;
}

function peopleRoutes(app: FastifyInstance, world: World): void {
  app.get('/people', () => world.people.list());
  app.post('/people', (request, reply) => {
    const body = asObject(request.body);
    const problem = checkPerson(body);
    if (problem) return refuse(reply, problem);
    const person = {
      pan: String(body.pan),
      name: String(body.name).trim(),
      dateOfBirth: String(body.dateOfBirth),
      aadhaarLast4: String(body.aadhaarLast4),
      mobile: textOf(body.mobile)?.slice(-10) ?? null,
      accountNumber: textOf(body.accountNumber) ?? null,
    };
    world.people.register(person);
    return reply.code(201).send(person);
  });
}

type OutboxQuery = { Querystring: { to?: string } };

function outboxRoutes(app: FastifyInstance, world: World): void {
  // An unescaped + arrives as a space; a phone number is compared by its digits anyway.
  app.get<OutboxQuery>('/outbox', (request) => world.outbox.list({ to: request.query.to }));
  app.get<OutboxQuery>('/outbox/sms', (request) =>
    world.outbox.list({ to: request.query.to, channel: 'sms' }),
  );
  app.get<OutboxQuery>('/outbox/email', (request) =>
    world.outbox.list({ to: request.query.to, channel: 'email' }),
  );
}

function templateRoutes(app: FastifyInstance, { msg91 }: Twins): void {
  app.get('/templates', () => msg91.templates.list());
  app.post('/templates', (request, reply) => {
    const inputs = (Array.isArray(request.body) ? request.body : [request.body]).map(asObject);
    for (const input of inputs) {
      const templateId = textOf(input.template_id) ?? textOf(input.id);
      const text = textOf(input.text);
      if (!templateId || !text) return refuse(reply, 'template_id and text are required');
      msg91.templates.put(templateId, { templateId, text });
    }
    return reply.code(201).send(msg91.templates.list());
  });
}

/** The control API: what tests and people use to steer the outside world. */
export function controlRoutes(app: FastifyInstance, twins: Twins): void {
  const { world } = twins;
  app.addHook('onRequest', async () => world.timers.runDue());
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return refuse(reply, error.message, status);
  });
  clockRoutes(app, world);
  faultRoutes(app, world);
  webhookRoutes(app, world);
  peopleRoutes(app, world);
  outboxRoutes(app, world);
  templateRoutes(app, twins);
  truthRoutes(app, twins);
  actRoutes(app, twins);
  app.post('/reset', (_request, reply) => {
    world.reset();
    return reply.code(204).send();
  });
}
