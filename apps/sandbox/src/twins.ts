import type { FastifyInstance } from 'fastify';
import { createCashfree } from './cashfree/index.ts';
import type { World } from './core/world.ts';
import { createDecentro } from './decentro/index.ts';
import { createIfsc } from './ifsc/index.ts';
import { createMsg91 } from './msg91/index.ts';
import { createRazorpay } from './razorpay/index.ts';
import { createReviewDesk } from './review-desk/index.ts';
import { createBillPay } from './setu-billpay/index.ts';
import { createSetuData } from './setu-data/index.ts';

/** Every provider's twin, on one set of books. */
export type Twins = ReturnType<typeof createTwins>;

export function createTwins(world: World) {
  return {
    world,
    billPay: createBillPay(world),
    razorpay: createRazorpay(world),
    setuData: createSetuData(world),
    cashfree: createCashfree(world),
    decentro: createDecentro(world),
    msg91: createMsg91(world),
    ifsc: createIfsc(world),
    reviewDesk: createReviewDesk(world),
  };
}

/** The routes of each provider, by where they stand. */
export function pluginsOf(
  twins: Twins,
): readonly (readonly [prefix: string, plugin: (app: FastifyInstance) => Promise<void>])[] {
  return [
    ['/setu-billpay', twins.billPay.plugin],
    ['/razorpay', twins.razorpay.plugin],
    ['/setu-data', twins.setuData.plugin],
    ['/cashfree', twins.cashfree.plugin],
    ['/decentro', twins.decentro.plugin],
    ['/msg91', twins.msg91.plugin],
    ['/ifsc', twins.ifsc.plugin],
    ['/review-desk', twins.reviewDesk.plugin],
  ];
}
