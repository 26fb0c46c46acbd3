import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';
import { authRoutes } from './auth.ts';
import { billerRoutes } from './billers.ts';
import { openBooks } from './books.ts';
import type { BillPayBooks } from './books.ts';
import { complaintRoutes } from './complaints.ts';
import { billPayError } from './errors.ts';
import { fetchRoutes } from './fetch.ts';
import { createLedger } from './ledger.ts';
import type { BillPayLedger } from './ledger.ts';
import { paymentRoutes } from './pay.ts';

export type BillPayTwin = {
  books: BillPayBooks;
  ledger: BillPayLedger;
  plugin: (app: FastifyInstance) => Promise<void>;
};

/** The bill network: Setu BillPay v2, agent side. */
export function createBillPay(world: World): BillPayTwin {
  const books = openBooks(world);
  const ledger = createLedger(world, books);
  return {
    books,
    ledger,
    async plugin(app) {
      installFaults(app, world, 'setu_billpay', (status) => billPayError(world, status));
      authRoutes(app, world);
      app.get('/api/v2/health', { config: { op: 'health' } }, () => ({ success: true, status: 'UP' }));
      billerRoutes(app, world);
      fetchRoutes(app, world, books);
      paymentRoutes(app, world, books, ledger);
      complaintRoutes(app, world, books);
    },
  };
}
