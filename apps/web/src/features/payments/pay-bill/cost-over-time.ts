import type { AnswerOf, createQuote } from '@mohlat/contract';

export interface CostPoint {
  /** Undefined: the day it begins. */
  readonly dueDate: string | undefined;
  /** The part of the bill still to be repaid after this day's instalment. */
  readonly leftPaise: number;
  /** Service fee and interest repaid up to then. */
  readonly costPaise: number;
}

/** Computes the falling bill and the growing cost, instalment by instalment, from the schedule. */
export function costOverTime({
  amountPaise,
  schedule,
}: Pick<AnswerOf<typeof createQuote>, 'amountPaise' | 'schedule'>): CostPoint[] {
  const points: CostPoint[] = [{ dueDate: undefined, leftPaise: amountPaise, costPaise: 0 }];
  for (const { dueDate, principalPaise, interestPaise, feePaise } of schedule) {
    const { leftPaise, costPaise } = points.at(-1)!;
    points.push({
      dueDate,
      leftPaise: leftPaise - principalPaise,
      costPaise: costPaise + interestPaise + feePaise,
    });
  }
  return points;
}
