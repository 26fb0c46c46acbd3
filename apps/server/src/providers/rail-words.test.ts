import { RAIL_ANSWERS } from '@mohlat/contract';
import { expect, test } from 'vitest';
import * as common from './errors.ts';
import * as collection from './razorpay/port.ts';
import * as billPayment from './setu-billpay/port.ts';

/** The errors a module exports; one that is abstract has no name of its own in the books. */
const errorsOf = (module: object): string[] =>
  Object.values(module)
    .filter((one) => typeof one === 'function' && one.prototype instanceof common.ProviderError)
    .map((one: { readonly name: string }) => one.name);

test('every error of a rail is an answer that a payment’s story has words for', () => {
  const errors = [common, billPayment, collection].flatMap(errorsOf);
  expect(new Set(['ok', ...errors])).toEqual(new Set(RAIL_ANSWERS));
});
