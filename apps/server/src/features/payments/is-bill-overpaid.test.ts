import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay, layLike } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', EMI3);
});
afterAll(() => lab.close());

const FETCHED = Date.parse('2031-03-10T06:30:00Z');
const DAY_S = 86_400;
const DUE = 100_000;

interface Card {
  readonly number?: string;
  readonly ending?: string;
}
interface Bill {
  readonly of?: Card;
  readonly biller?: string;
  readonly number?: string | null;
  readonly dueOn?: string | null;
  readonly due?: number;
  /** Seconds after the bill that is asked for was fetched. */
  readonly after?: number;
  readonly isAskedFor?: boolean;
}
interface Taken {
  /** The bill it is of: its place; without one it was typed. */
  readonly bill: number | null;
  readonly paise: number;
  readonly status?: string;
  readonly paidAfter?: number;
}
interface World {
  /** The first is that of the quote. */
  readonly bills: readonly Bill[];
  readonly taken?: readonly Taken[];
  /** The most that is not too much. */
  readonly most: number | null;
}

const NUMBERED: Bill = { number: 'N1', dueOn: '2031-03-28' };
const UNDATED: Bill = { number: 'N1', dueOn: null };
const UNNUMBERED: Bill = { number: null, dueOn: '2031-03-28' };
const NAMELESS: Bill = { number: null, dueOn: null };
/** As the bank sees it by the time of the fetch. */
const SEEN = { status: 'paid', paidAfter: -1 } as const;

/** A bill that was fetched twice and paid in full before; nothing is left where both are one. */
const twice = (one: Bill, other: Bill, isSame: boolean): World => ({
  bills: [one, { after: -2, ...other }],
  taken: [{ bill: 1, paise: DUE, ...SEEN }],
  most: isSame ? 0 : null,
});

const WORLDS: Readonly<Record<string, World>> = {
  'nothing was paid': { bills: [NUMBERED], most: null },
  'a part was paid': { bills: [NUMBERED], taken: [{ bill: 0, paise: 40_000, ...SEEN }], most: 60_000 },
  'two parts were paid': {
    bills: [NUMBERED],
    taken: [
      { bill: 0, paise: 40_000, ...SEEN },
      { bill: 0, paise: 10_000, ...SEEN },
    ],
    most: 50_000,
  },
  'the fetch shows what is left': {
    bills: [
      { ...NUMBERED, due: 60_000 },
      { ...NUMBERED, after: -DAY_S },
    ],
    taken: [{ bill: 1, paise: 40_000, ...SEEN }],
    most: 60_000,
  },
  'the fetch cannot have seen what is under way': {
    bills: [
      { ...NUMBERED, due: 60_000 },
      { ...NUMBERED, after: -DAY_S },
    ],
    taken: [{ bill: 1, paise: 40_000, status: 'unknown' }],
    most: 20_000,
  },
  'the fetch cannot have seen what was paid at its instant': {
    bills: [
      { ...NUMBERED, due: 60_000 },
      { ...NUMBERED, after: -DAY_S },
    ],
    taken: [{ bill: 1, paise: 40_000, status: 'paid', paidAfter: 0 }],
    most: 20_000,
  },
  'what failed counts for nothing': {
    bills: [NUMBERED],
    taken: [
      { bill: 0, paise: DUE, status: 'failed' },
      { bill: 0, paise: DUE, status: 'reversed' },
    ],
    most: null,
  },
  'what was paid is of another bill or of none': {
    bills: [NUMBERED, { ...NUMBERED, number: 'N2' }],
    taken: [
      { bill: 1, paise: DUE, ...SEEN },
      { bill: null, paise: DUE, ...SEEN },
    ],
    most: null,
  },
  'nobody asked for the bill': {
    bills: [{ ...NUMBERED, isAskedFor: false }],
    taken: [{ bill: 0, paise: DUE, ...SEEN }],
    most: null,
  },
  'one fetch of two was asked for': {
    bills: [{ ...NUMBERED, isAskedFor: false }, NUMBERED],
    taken: [{ bill: 0, paise: DUE, ...SEEN }],
    most: 0,
  },
  // One number for every month: the due dates lie near each other, or the fetches do.
  'due nineteen days later': twice(NUMBERED, { ...NUMBERED, dueOn: '2031-04-16' }, true),
  'due twenty days later': twice(NUMBERED, { ...NUMBERED, dueOn: '2031-04-17' }, false),
  'due twenty days earlier': twice(NUMBERED, { ...NUMBERED, dueOn: '2031-03-08' }, false),
  'fetched nearly twenty days apart': twice(NUMBERED, { ...UNDATED, after: 1 - 20 * DAY_S }, true),
  'fetched twenty days apart': twice(NUMBERED, { ...UNDATED, after: -20 * DAY_S }, false),
  'of another number': twice(NUMBERED, { ...NUMBERED, number: 'N2' }, false),
  // Without a number.
  'of no number, due on the day': twice(NUMBERED, UNNUMBERED, true),
  'of a number that the bill has not, due on the day': twice(UNNUMBERED, NUMBERED, true),
  'of no number, due a day later': twice(UNNUMBERED, { ...UNNUMBERED, dueOn: '2031-03-29' }, false),
  'of no number and no day, of the same amount': twice(NAMELESS, NAMELESS, true),
  'of no number and no day, of another amount': twice(NAMELESS, { ...NAMELESS, due: DUE - 1 }, false),
  'of no number and no day, long ago': twice(NAMELESS, { ...NAMELESS, after: -20 * DAY_S }, false),
  // A card that was added again, and another one with the same ending at the same biller.
  'of the same card at another biller': twice(NUMBERED, { ...NUMBERED, biller: 'other' }, true),
  'of the same number with another ending': twice(NUMBERED, { ...NUMBERED, of: { ending: '9999' } }, true),
  'of another card with the same ending': twice(NUMBERED, { ...NUMBERED, of: { number: 'other' } }, true),
  'of such a card at another biller': twice(
    NUMBERED,
    { ...NUMBERED, of: { number: 'other' }, biller: 'other' },
    false,
  ),
  'of another card': twice(NUMBERED, { ...NUMBERED, of: { number: 'other', ending: '9999' } }, false),
};

const id = (what: string, name: string, index = 0) => idOf(`${what} ${name} ${index}`);

async function layWorld(client: pg.PoolClient, name: string, { bills, taken = [] }: World): Promise<void> {
  const userId = id('user', name);
  const asDate = (after: number) => new Date(FETCHED + after * 1000);
  for (const [index, bill] of bills.entries()) {
    const { number = 'this', ending = '1234' } = bill.of ?? {};
    await lay(client, 'cards', {
      user_id: userId,
      id: id('card', name, index),
      last4: ending,
      network: 'visa',
      name_on_card: 'A',
      expiry: '01/40',
      bank_name: 'HDFC Bank',
      fingerprint: Buffer.from(number),
      created_at: asDate(0),
      removed_at: asDate(0),
    });
    await lay(client, 'bill_fetches', {
      user_id: userId,
      id: id('bill', name, index),
      card_id: id('card', name, index),
      provider_ref: 'ref',
      biller_id: bill.biller ?? 'this',
      amount_due_paise: bill.due ?? DUE,
      due_on: bill.dueOn,
      bill_number: bill.number,
      exactness: 'exact',
      fetched_at: asDate(bill.after ?? 0),
      payable_until: asDate(0),
      is_asked_for: bill.isAskedFor ?? true,
    });
  }
  for (const [index, { bill, paise, status, paidAfter }] of taken.entries())
    await layLike(client, 'payments', ['id', like.loanId], {
      user_id: userId,
      id: id('payment', name, index),
      quote_id: id('quote', name, index),
      bill_fetch_id: bill === null ? null : id('bill', name, bill),
      amount_paise: paise,
      bill_status: status,
      paid_at: paidAfter === undefined ? null : asDate(paidAfter),
    });
}

test('given what was taken on a bill, when more is to be paid, then is_bill_overpaid says from which paisa on it is too much', async () => {
  const said = await amongLaid(lab, async (client) => {
    const answers: Record<string, readonly (boolean | string)[]> = {};
    for (const [name, world] of Object.entries(WORLDS)) {
      await layWorld(client, name, world);
      const isOver = async (paise: number) =>
        (
          await client.query<{ answer: boolean }>('select is_bill_overpaid($1, $2, $3) as answer', [
            id('user', name),
            id('bill', name),
            paise,
          ])
        ).rows[0]!.answer;
      const { most } = world;
      answers[name] = [await isOver(most ?? 10 * DUE), await isOver((most ?? 10 * DUE) + 1)];
    }
    return answers;
  });
  expect(said).toEqual(
    Object.fromEntries(Object.entries(WORLDS).map(([name, { most }]) => [name, [false, most !== null]])),
  );
});
