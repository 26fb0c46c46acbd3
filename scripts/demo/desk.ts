import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import type { Random } from '@mohlat/lending/simulate';
import { clearBreaks, giveReceipts, lookAtArrears } from './finance-desk.ts';
import type { Life, Planned, Stage } from './lives.ts';
import { createDecisions, leaveProposals } from './proposals.ts';
import { judgeReviews, lookAtAccounts, lookAtLimits } from './risk-desk.ts';
import { changeSettings } from './settings-desk.ts';
import type { Office, Team } from './staff.ts';
import { answerTickets } from './support-desk.ts';

export interface Desk {
  /** An ordinary day: questions and reviews on the one, colleagues’ proposals on the other. */
  readonly today: (today: BusinessDate) => Promise<void>;
  /** Once a week: what is long overdue, what differs, what colleagues propose. */
  readonly thisWeek: (today: BusinessDate) => Promise<void>;
}

/** What is proposed so many days before the end is decided by nobody. */
const PROPOSED_LAST_DAYS = 3;

/** What the team does, as its screens ask for it. `add` is how people learn what they were offered. */
export function openDesk(
  stage: Stage,
  team: Team,
  random: Random,
  add: (life: Life, planned: readonly Planned[]) => void,
  span: { readonly first: BusinessDate; readonly endsOn: BusinessDate },
): Desk {
  const days = daysBetween(span.first, span.endsOn);
  const decideToday = createDecisions();
  const officeOn = (today: BusinessDate): Office => {
    const daysLeft = daysBetween(today, span.endsOn);
    return { stage, team, random, add, today, daysLeft };
  };
  return {
    today: async (today) => {
      const office = officeOn(today);
      await changeSettings(office, days);
      if (office.daysLeft % 2 === 0) {
        await answerTickets(office);
        await judgeReviews(office);
      } else await decideToday(office);
      if (office.daysLeft === PROPOSED_LAST_DAYS) await leaveProposals(office);
    },
    thisWeek: async (today) => {
      const office = officeOn(today);
      await lookAtArrears(office);
      await clearBreaks(office);
      await giveReceipts(office);
      await lookAtLimits(office);
      await lookAtAccounts(office, daysBetween(span.first, addDays(today, 1)) / 7);
    },
  };
}
