import { getAdminSettings, putSettings, type SettingsContent } from '@mohlat/contract';
import { addDays } from '@mohlat/money';
import type { Office } from './staff.ts';
import { at } from './world.ts';

interface Change {
  /** Days before the end, as a share of all of them. */
  readonly share: number;
  readonly reason: string;
  /** Days from the day it is set until it counts; left out: at once. */
  readonly startsAfter?: number;
  readonly change: (content: SettingsContent, office: Office) => SettingsContent;
}

/** The changes of settings in a year. Two staff decide prices and rewards, one decides messages. The last waits for a second. */
const CHANGES: readonly Change[] = [
  {
    share: 0.9,
    reason: 'Friends bring more than advertisements do',
    change: (content) => ({
      ...content,
      referral: { ...content.referral, monthlyMax: content.referral.monthlyMax + 5 },
    }),
  },
  {
    share: 0.62,
    reason: 'Rewards that lie about for a year are forgotten',
    change: (content) => ({ ...content, rewards: { ...content.rewards, expiryMonths: 4 } }),
  },
  {
    share: 0.5,
    reason: 'The month after the monsoon was good, the fee comes down',
    change: (content) => ({ ...content, fee: { ...content.fee, percent: cheaper(content.fee.percent) } }),
  },
  {
    share: 0.2,
    reason: 'People say that one reminder less would do',
    change: (content) => ({ ...content, remindersOff: ['before_7'] }),
  },
  {
    share: 0.05,
    reason: 'The rail is slow before the holidays',
    change: (content, { today }) => ({
      ...content,
      notice: {
        en: 'Banks take a day longer than usual this week. A bill counts as paid from the minute we send it.',
        hi: 'इस हफ़्ते बैंकों को एक दिन ज़्यादा लग रहा है। बिल उसी मिनट से चुकाया माना जाता है जब हम उसे भेजते हैं।',
        from: at(today, '18:00:00').toISOString(),
        until: at(addDays(today, 45), '00:00:00').toISOString(),
      },
    }),
  },
  {
    share: 0.035,
    startsAfter: 40,
    reason: 'The new quarter’s price',
    change: (content) => ({ ...content, fee: { ...content.fee, percent: cheaper(content.fee.percent) } }),
  },
  {
    share: 0.012,
    startsAfter: 60,
    reason: 'As much as the competition gives',
    change: (content) => ({
      ...content,
      rewards: { ...content.rewards, monthlyCapPaise: content.rewards.monthlyCapPaise + 25_000 },
    }),
  },
];
const CHEAPER_BY = 0.1;

const cheaper = (percent: string): string => Math.max(0.5, Number(percent) - CHEAPER_BY).toFixed(2);

/** Sets what is to be set today. */
export async function changeSettings(office: Office, days: number): Promise<void> {
  const due = CHANGES.filter(({ share }) => Math.round(share * days) === office.daysLeft);
  for (const { reason, startsAfter, change } of due) {
    const { inForce, scheduled, newestVersion } = await office.team.ask('admin', getAdminSettings);
    const newest = scheduled.find(({ version }) => version === newestVersion) ?? inForce;
    const startsAt = startsAfter && at(addDays(office.today, startsAfter), '00:00:00').toISOString();
    const content = change(newest.content, office);
    const body = { baseVersion: newestVersion, content, reason, ...(startsAt ? { startsAt } : {}) };
    await office.team.tryTo('admin', putSettings, { body });
  }
}
