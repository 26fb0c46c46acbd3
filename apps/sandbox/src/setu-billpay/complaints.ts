import type { FastifyInstance } from 'fastify';
import { asObject, textOf } from '../core/json.ts';
import { DAY_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { CALLBACK_PATH } from './books.ts';
import type { BillPayBooks, ComplaintRecord } from './books.ts';
import { refuse, traceId } from './errors.ts';

function describe(record: ComplaintRecord) {
  return {
    status: record.status,
    refId: record.refId,
    transactionId: record.transactionId,
    disputeId: record.disputeId,
    disputeType: record.disputeType,
    ticketType: 'TRANSACTION',
    ticketTAT: 'P5D',
    disposition: record.status === 'RESOLVED' ? record.disputeType : null,
  };
}

export function complaintRoutes(app: FastifyInstance, world: World, books: BillPayBooks): void {
  world.timers.on('billpay.complaint', (body: { refId: string }) => {
    const record = books.complaints.find(body.refId);
    if (!record) return;
    const resolved: ComplaintRecord = { ...record, status: 'RESOLVED' };
    books.complaints.put(record.refId, resolved);
    world.webhooks.emit('setu_billpay', 'BILL_DISPUTE', `${CALLBACK_PATH}/bills/dispute/response`, {
      event: 'BILL_DISPUTE',
      timeStamp: new Date(world.clock.now()).toISOString(),
      traceId: traceId(world),
      data: describe(resolved),
    });
  });

  app.post(
    '/api/v2/bbps/bills/complaint/request',
    { config: { op: 'complaint_start' } },
    (request, reply) => {
      const body = asObject(request.body);
      const transactionId = textOf(body.transactionId);
      const disputeType = textOf(body.disputeType);
      const description = textOf(body.description);
      if (!transactionId || !disputeType || !description)
        return refuse(world, reply, 'transactionId, disputeType and description are required');
      const payment = books.payments.list().find((record) => record.transactionId === transactionId);
      if (!payment) return refuse(world, reply, 'transactionId is unknown', 404);
      const now = world.clock.now();
      if (now - payment.acceptedAt < DAY_MS)
        return refuse(world, reply, 'a complaint can be raised 24 hours after the transaction');
      const record: ComplaintRecord = {
        refId: world.id('BCR', 20),
        transactionId,
        disputeId: world.id('DSP', 12),
        disputeType,
        description,
        status: 'ASSIGNED',
        createdAt: now,
      };
      books.complaints.put(record.refId, record, transactionId);
      world.timers.schedule(now + DAY_MS, 'billpay.complaint', { refId: record.refId });
      return { data: { refId: record.refId }, success: true, traceId: traceId(world) };
    },
  );

  app.post(
    '/api/v2/bbps/bills/complaint/response',
    { config: { op: 'complaint_result' } },
    (request, reply) => {
      const record = books.complaints.find(textOf(asObject(request.body).refId) ?? '');
      if (!record) return refuse(world, reply, 'refId is unknown', 404);
      return { data: describe(record), success: true, traceId: traceId(world) };
    },
  );

  app.get('/api/v2/bbps/disputes', { config: { op: 'disputes' } }, () => ({
    data: { disputes: books.complaints.list().map(describe) },
    success: true,
    traceId: traceId(world),
  }));
}
