import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';
import { openBooks } from './books.ts';
import type { RazorpayBooks } from './books.ts';
import { checkoutRoutes } from './checkout.ts';
import { createCollections } from './collections.ts';
import type { Collections } from './collections.ts';
import { installSigner, requireKey } from './credentials.ts';
import { createDisputes, disputeRoutes } from './disputes.ts';
import type { Disputes } from './disputes.ts';
import { razorpayError } from './errors.ts';
import { createMandates } from './mandates.ts';
import type { Mandates } from './mandates.ts';
import { orderRoutes } from './orders.ts';
import { paymentRoutes } from './payments.ts';
import { settlementRoutes } from './settlements.ts';
import { tokenRoutes } from './tokens.ts';

export type RazorpayTwin = {
  books: RazorpayBooks;
  collections: Collections;
  mandates: Mandates;
  disputes: Disputes;
  plugin: (app: FastifyInstance) => Promise<void>;
};

/** The collection rail: Razorpay orders, payments, refunds, mandates, settlements and Checkout. */
export function createRazorpay(world: World): RazorpayTwin {
  const books = openBooks(world);
  const collections = createCollections(world, books);
  const mandates = createMandates(world, books);
  const disputes = createDisputes(world, books);
  installSigner(world);
  return {
    books,
    collections,
    mandates,
    disputes,
    async plugin(app) {
      installFaults(app, world, 'razorpay', razorpayError);
      requireKey(app);
      checkoutRoutes(app, { books, collections, mandates });
      orderRoutes(app, { world, books, collections, mandates });
      paymentRoutes(app, books, collections);
      tokenRoutes(app, { world, books, mandates });
      disputeRoutes(app, { world, books, disputes });
      settlementRoutes(app, world, books);
    },
  };
}
