import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';

/** Holds what each provider may cost a day, for all processes together. */
export interface Purse {
  /**
   * Takes the price of one call from the provider's budget of the Indian day. False: too little is left, and nothing was taken.
   * A call without a price is free. Throws busy while the database does not answer: what cannot be counted is not bought.
   */
  take(provider: string, op: string): Promise<boolean>;
}

type Budgets = Readonly<
  Record<string, { readonly dayPaise: number; readonly prices: Readonly<Record<string, number>> }>
>;

interface Deps {
  readonly worker: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** The price of a call that then fails is not given back: whether it is charged for, the provider alone knows. */
export function createPurse(budgets: Budgets, { worker, clock, log }: Deps): Purse {
  const toldOn = new Map<string, string>();
  return {
    async take(provider, op) {
      const budget = budgets[provider];
      const pricePaise = budget?.prices[op];
      if (!budget || pricePaise === undefined) return true;
      const today = clock.today();
      const [row] = await worker.once<{ taken: boolean }>(
        'select take_from_budget($1, $2, $3, $4) as taken',
        [provider, today, pricePaise, budget.dayPaise],
      );
      if (row?.taken) return true;
      if (toldOn.get(provider) !== today) log.error({ provider }, 'the budget of the day is spent');
      toldOn.set(provider, today);
      return false;
    },
  };
}
