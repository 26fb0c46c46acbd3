/** Of the picture of what repaying costs; fetched with it. */
export const en = {
  plans: 'Each way to repay, by what it costs on top of the bill',
  plan: 'Way to repay',
  cost: 'Cost',
  times: (count: number) => `${count}×`,
  falls: 'How the bill falls and the cost grows',
  left: 'Still owed of the bill',
  soFar: 'Cost so far',
  after: 'After',
  today: 'Today',
  sum: (total: string, bill: string, cost: string) =>
    `In all you repay ${total}: the bill of ${bill}, and ${cost} for the time.`,
};
export type CostWords = typeof en;
