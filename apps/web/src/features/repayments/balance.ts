import type { AnswerOf, getSchedule } from '@mohlat/contract';

type Due = AnswerOf<typeof getSchedule>['items'][number];

interface BalanceStep {
  /** `2026-12-20`; the first is today. */
  readonly on: string;
  /** Still owed once everything of this day is paid, in paise. */
  readonly leftPaise: number;
}

const STEPS_MAX = 12;

/**
 * The balance after each day on which something falls due, from today down to zero. Undefined where it would say nothing true or
 * new: something is overdue, or one day pays everything. Of many days the last of each month is kept.
 */
export function balanceToZero(
  items: readonly Pick<Due, 'dueDate' | 'duePaise' | 'status'>[],
  today: string,
): readonly BalanceStep[] | undefined {
  if (items.some(({ status }) => status === 'overdue')) return undefined;
  const days = [...new Set(items.map(({ dueDate }) => dueDate))].toSorted();
  if (days.length < 2) return undefined;
  const after = (day: string) =>
    items.filter(({ dueDate }) => dueDate > day).reduce((sum, { duePaise }) => sum + duePaise, 0);
  const owedPaise = items.reduce((sum, { duePaise }) => sum + duePaise, 0);
  const steps = days.map((on): BalanceStep => ({ on, leftPaise: after(on) }));
  const kept = steps.length < STEPS_MAX ? steps : steps.filter(isLastOfMonth);
  return [{ on: today, leftPaise: owedPaise }, ...kept];
}

function isLastOfMonth({ on }: BalanceStep, index: number, steps: readonly BalanceStep[]): boolean {
  return steps[index + 1]?.on.slice(0, 7) !== on.slice(0, 7);
}
