import { RAIL_MIN_PAISE } from '@mohlat/lending';

/** Rewards that can be put into a repayment. */
interface UsableReward {
  readonly id: string;
  readonly amountPaise: number;
  readonly expiresOn: string;
}

export interface ChosenRewards {
  readonly ids: readonly string[];
  readonly paise: number;
}

const NONE: ChosenRewards = { ids: [], paise: 0 };

/**
 * Rewards that go into an amount, those that expire first before the others. Each is used whole, so what does not fit in
 * is left for another time.
 */
export function chooseRewards(rewards: readonly UsableReward[], amountPaise: number): ChosenRewards {
  return rewards
    .toSorted((a, b) => (a.expiresOn < b.expiresOn ? -1 : 1))
    .reduce<ChosenRewards>((chosen, reward) => {
      const paise = chosen.paise + reward.amountPaise;
      const rest = amountPaise - paise;
      const fits = rest === 0 || rest >= RAIL_MIN_PAISE;
      return fits ? { ids: [...chosen.ids, reward.id], paise } : chosen;
    }, NONE);
}
