import type { Card } from '@mohlat/contract';
import { expect, test } from 'vitest';
import type { Person, Reply } from '../../apps/server/test/person.ts';
import { Payers } from './payers.ts';

const CARDS = [{ id: 'c1' }] as unknown as readonly Card[];

/** A payer whose calls are answered so. */
function answered(status: number, body: object): Payers {
  const reply = () => Promise.resolve({ status, headers: new Headers(), body } as Reply<never>);
  const payers = new Payers();
  payers.begin({ call: reply, accept: reply } as unknown as Person, CARDS);
  return payers;
}

test.each([
  ['the next payment', (payers: Payers) => payers.untilServed()],
  ['a refusal', (payers: Payers) => payers.untilRefused()],
  ['a read', (payers: Payers) => payers.read()],
  ['the end', (payers: Payers) => payers.stop()],
])(
  'given an answer that no payer expects, when a rehearsal waits for %s, it ends and says what came',
  async (_what, wait) => {
    const payers = answered(422, { code: 'validation_failed' });
    // It is told of the payer whose life ended before it asks, too.
    await payers.untilServed().catch(() => {});
    await expect(wait(payers)).rejects.toThrow('no quote: 422 {"code":"validation_failed"}');
  },
);
