import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { collection, describeDispute, describePayment } from './books.ts';
import type { Dispute, Payment, RazorpayBooks } from './books.ts';
import { badRequest } from './errors.ts';
import { announcer } from './payment-moves.ts';

const RESPOND_WITHIN_MS = 7 * DAY_MS;
const SUMMARY_MAX = 1000;
const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024;
const DOCUMENT_TYPES = new Set(['application/pdf', 'image/jpeg', 'image/png']);

export type Disputes = {
  /** The payer's bank demands a payment, or a part of it, back. */
  open(payment: Payment, input: { amount?: number | undefined; isDeductedAtOnce: boolean }): Dispute;
  end(dispute: Dispute, verdict: 'won' | 'lost'): Dispute;
  /** The merchant fights for the money: the bank looks at what it was told. */
  contest(dispute: Dispute, evidence: { summary: string; documentIds: string[] }): Dispute;
};

export function createDisputes(world: World, books: RazorpayBooks): Disputes {
  const announce = (event: string, dispute: Dispute) => {
    const payment = books.payments.find(dispute.paymentId);
    announcer(world)(`payment.dispute.${event}`, {
      ...(payment && { payment: describePayment(payment) }),
      dispute: describeDispute(dispute),
    });
  };

  return {
    open(payment, { amount = payment.amount, isDeductedAtOnce }) {
      const now = world.clock.now();
      const dispute: Dispute = {
        id: world.id('disp_'),
        paymentId: payment.id,
        amount,
        amountDeducted: isDeductedAtOnce ? amount : 0,
        reasonCode: 'goods_or_services_not_received_or_partially_received',
        phase: 'chargeback',
        status: 'open',
        respondBy: now + RESPOND_WITHIN_MS,
        evidence: null,
        createdAt: now,
        deductedAt: isDeductedAtOnce ? now : null,
        endedAt: null,
      };
      books.disputes.put(dispute.id, dispute, payment.id);
      announce('created', dispute);
      return dispute;
    },
    contest(dispute, evidence) {
      const contested: Dispute = {
        ...dispute,
        status: 'under_review',
        evidence: { ...evidence, submittedAt: world.clock.now() },
      };
      books.disputes.put(contested.id, contested, contested.paymentId);
      announce('under_review', contested);
      return contested;
    },
    end(dispute, verdict) {
      const now = world.clock.now();
      const isLost = verdict === 'lost';
      const ended: Dispute = {
        ...dispute,
        status: verdict,
        amountDeducted: isLost ? dispute.amount : 0,
        deductedAt: dispute.deductedAt ?? (isLost ? now : null),
        endedAt: now,
      };
      books.disputes.put(ended.id, ended, ended.paymentId);
      announce(verdict, ended);
      return ended;
    },
  };
}

export function disputeRoutes(
  app: FastifyInstance,
  { world, books, disputes }: { world: World; books: RazorpayBooks; disputes: Disputes },
): void {
  answerRoutes(app, { world, books, disputes });
  documentRoutes(app, world, books);
  app.get<{ Params: { id: string } }>(
    '/v1/disputes/:id',
    { config: { op: 'dispute_get' } },
    (request, reply) => {
      const dispute = books.disputes.find(request.params.id);
      return dispute ? describeDispute(dispute) : badRequest(reply, 'The id provided does not exist');
    },
  );
  app.get<{ Querystring: { count?: string; skip?: string } }>(
    '/v1/disputes',
    { config: { op: 'dispute_list' } },
    (request) => {
      const skip = Number(request.query.skip ?? 0) || 0;
      const count = Math.min(Number(request.query.count ?? 10) || 10, 100);
      const all = books.disputes.list().toSorted((a, b) => b.createdAt - a.createdAt);
      return collection(all.slice(skip, skip + count).map(describeDispute));
    },
  );
}

/** Taken only while the dispute is open and its time is not over. */
function refusalOf(dispute: Dispute | undefined, now: number): string | undefined {
  if (!dispute) return 'The id provided does not exist';
  if (dispute.status !== 'open')
    return 'Action not allowed when dispute is in terminal or under review status';
  return now > dispute.respondBy ? 'Action not allowed after the respond by date' : undefined;
}

function answerRoutes(
  app: FastifyInstance,
  { world, books, disputes }: { world: World; books: RazorpayBooks; disputes: Disputes },
): void {
  app.post<{ Params: { id: string } }>(
    '/v1/disputes/:id/accept',
    { config: { op: 'dispute_accept' } },
    (request, reply) => {
      const dispute = books.disputes.find(request.params.id);
      const refusal = refusalOf(dispute, world.clock.now());
      if (!dispute || refusal !== undefined) return badRequest(reply, refusal ?? '');
      return describeDispute(disputes.end(dispute, 'lost'));
    },
  );
  app.patch<{
    Params: { id: string };
    Body: { summary?: string; billing_proof?: string[]; action?: string };
  }>('/v1/disputes/:id/contest', { config: { op: 'dispute_contest' } }, (request, reply) => {
    const dispute = books.disputes.find(request.params.id);
    const refusal = refusalOf(dispute, world.clock.now());
    if (!dispute || refusal !== undefined) return badRequest(reply, refusal ?? '');
    const { summary = '', billing_proof: documentIds = [], action } = request.body;
    if (summary.length > SUMMARY_MAX)
      return badRequest(reply, 'The summary may not be greater than 1000 characters');
    if (documentIds.length === 0 || !documentIds.every((id) => books.documents.find(id)))
      return badRequest(reply, 'Atleast one document id is required to contest the dispute');
    if (action !== 'submit') return describeDispute(dispute);
    return describeDispute(disputes.contest(dispute, { summary, documentIds }));
  });
}

type PostedDocument = {
  purpose: string | undefined;
  file: { name: string; type: string; size: number } | undefined;
};

/** Reads what a posted form says of its file; the sandbox does not look at the bytes. */
function readDocument(contentType: string, body: Buffer): PostedDocument {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? '';
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  const partOf = (field: string) => parts.find((part) => part.includes(`; name="${field}"`));
  const contentOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4, -2);
  const [purpose, file] = [partOf('purpose'), partOf('file')];
  return {
    purpose: purpose === undefined ? undefined : contentOf(purpose),
    file:
      file === undefined
        ? undefined
        : {
            name: Buffer.from(/filename="([^"]*)"/.exec(file)?.[1] ?? '', 'latin1').toString('utf8'),
            type: /content-type: *([^\r\n;]+)/i.exec(file)?.[1] ?? '',
            size: contentOf(file).length,
          },
  };
}

function documentRoutes(app: FastifyInstance, world: World, books: RazorpayBooks): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 2 * DOCUMENT_BYTES_MAX },
    (request, body, done) =>
      done(null, readDocument(request.headers['content-type'] ?? '', Buffer.from(body))),
  );
  app.post<{ Body: PostedDocument }>(
    '/v1/documents',
    { config: { op: 'document_create' } },
    (request, reply) => {
      const { file, purpose } = request.body;
      if (!file || purpose !== 'dispute_evidence')
        return badRequest(reply, 'The file and purpose fields are required');
      if (file.size > DOCUMENT_BYTES_MAX || !DOCUMENT_TYPES.has(file.type))
        return badRequest(reply, 'The file is too large, or of a type that is not supported');
      const id = world.id('doc_');
      const createdAt = world.clock.now();
      books.documents.put(id, {
        id,
        purpose,
        name: file.name,
        mimeType: file.type,
        size: file.size,
        createdAt,
      });
      return {
        id,
        entity: 'document',
        purpose,
        name: file.name,
        mime_type: file.type,
        size: file.size,
        created_at: Math.floor(createdAt / 1000),
      };
    },
  );
}
