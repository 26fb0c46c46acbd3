import type { FastifyInstance } from 'fastify';
import type { Twins } from '../twins.ts';

const iso = (ms: number) => new Date(ms).toISOString();

type BillPaymentTruth = {
  paymentRefId: string;
  amountPaise: number;
  status: 'executed' | 'returned';
  executedAt: string;
  refId: string;
  billerId: string;
};

/** Only what the biller network really executed. */
function billPaymentTruth({ billPay }: Twins, paymentRefId?: string): BillPaymentTruth[] {
  const { payments, paymentsByKey } = billPay.books;
  const records =
    paymentRefId === undefined
      ? payments.list()
      : paymentsByKey.listByRef(paymentRefId).flatMap(({ refId }) => payments.find(refId) ?? []);
  return records.flatMap((record) => {
    if (!record.execution) return [];
    return [
      {
        paymentRefId: record.paymentRefId,
        amountPaise: record.execution.amountPaise,
        status: record.execution.status,
        executedAt: iso(record.execution.executedAt),
        refId: record.refId,
        billerId: record.billerId,
      },
    ];
  });
}

type CollectionTruth = {
  receipt: string | null;
  orderId: string;
  paymentId: string;
  amountPaise: number;
  amountRefundedPaise: number;
  status: string;
  at: string;
};

/** Only what customers were really debited. */
function collectionTruth({ razorpay }: Twins, receipt?: string): CollectionTruth[] {
  const { orders, payments } = razorpay.books;
  const records =
    receipt === undefined
      ? payments.list()
      : orders.listByRef(receipt).flatMap((order) => payments.listByRef(order.id));
  return records.flatMap((payment) => {
    if (payment.takenAt === null) return [];
    return [
      {
        receipt: payment.receipt,
        orderId: payment.orderId,
        paymentId: payment.id,
        amountPaise: payment.amount,
        amountRefundedPaise: payment.amountRefunded,
        status: payment.status,
        at: iso(payment.takenAt),
      },
    ];
  });
}

export function truthRoutes(app: FastifyInstance, twins: Twins): void {
  app.get<{ Querystring: { paymentRefId?: string } }>('/truth/bill-payments', (request) =>
    billPaymentTruth(twins, request.query.paymentRefId),
  );
  app.get<{ Querystring: { receipt?: string } }>('/truth/collections', (request) =>
    collectionTruth(twins, request.query.receipt),
  );
  app.get('/truth', () => ({
    billPayments: billPaymentTruth(twins),
    collections: collectionTruth(twins),
    refunds: twins.razorpay.books.refunds.list().map((refund) => ({
      refundId: refund.id,
      paymentId: refund.paymentId,
      amountPaise: refund.amount,
      status: refund.status,
      at: iso(refund.createdAt),
    })),
    disputes: twins.razorpay.books.disputes.list().map((dispute) => ({
      disputeId: dispute.id,
      paymentId: dispute.paymentId,
      amountPaise: dispute.amount,
      deductedPaise: dispute.amountDeducted,
      status: dispute.status,
      summary: dispute.evidence?.summary ?? null,
      documents: (dispute.evidence?.documentIds ?? []).map(
        (id) => twins.razorpay.books.documents.find(id)?.name ?? null,
      ),
      at: iso(dispute.createdAt),
    })),
    mandates: twins.razorpay.books.tokens.list().map((token) => ({
      tokenId: token.id,
      customerId: token.customerId,
      orderId: token.orderId,
      status: token.status,
      debitCount: token.debitCount,
      at: iso(token.createdAt),
    })),
    pennyDrops: twins.setuData.pennyDrops.list().map((drop) => ({
      id: drop.id,
      ifsc: drop.ifsc,
      accountNumber: drop.accountNumber,
      amountPaise: 100,
      code: drop.verdict.code,
      at: iso(drop.sentAt),
    })),
    bureauEnquiries: twins.decentro.enquiries.list(),
    videoCalls: twins.cashfree.calls.list().map((call) => ({
      verificationId: call.verificationId,
      status: call.status,
      subStatus: call.subStatus,
      at: iso(call.createdAt),
    })),
    messages: twins.world.outbox.list(),
  }));
}
