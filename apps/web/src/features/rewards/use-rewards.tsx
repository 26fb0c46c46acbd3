import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatRupees } from '../../lib/format.ts';
import type { PartProps } from '../../lib/parts.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { chooseRewards } from './reward-choice.ts';
import { usableRewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';

/** Asks whether rewards take over a part of a repayment. Draws nothing where none fits in. */
export function UseRewards({ amountPaise, onCover }: PartProps['repay.amount']) {
  const words = useRewardsWords();
  const { data } = useQuery(usableRewardsQuery);
  const [isWanted, want] = useState(false);
  const fitting = chooseRewards(data?.items ?? [], amountPaise ?? 0);
  const isUsing = isWanted && fitting.paise > 0;
  const ids = isUsing ? fitting.ids.join(' ') : '';
  const paise = isUsing ? fitting.paise : 0;
  const action = words.useRewards(formatRupees(fitting.paise));
  // The cover changes with the amount and with what is still there, not only with the box.
  useEffect(
    () => onCover({ rewardIds: ids === '' ? [] : ids.split(' '), paise, action }),
    [ids, paise, action, onCover],
  );
  return fitting.paise === 0 ? null : (
    <Checkbox
      label={action}
      hint={isUsing ? words.usedAtOnce : undefined}
      checked={isUsing}
      onChange={(event) => want(event.currentTarget.checked)}
    />
  );
}
