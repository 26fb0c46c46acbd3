import { type Paise, paise } from '@mohlat/money';

/** The least amount in paise that a rail takes or gives back: an order of the checkout, a debit, a refund. Rule: PAY-16, LEND-20 */
export const RAIL_MIN_PAISE: Paise = paise(100);
