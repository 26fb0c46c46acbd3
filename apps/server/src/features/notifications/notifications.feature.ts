import type { Feature } from '#features/feature.ts';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import { figure } from '#platform/figures/figures.ts';
import { notificationJobs } from './notifications.jobs.ts';
import { registerNotifications } from './notifications.routes.ts';
import { registerUnsubscribe } from './unsubscribe/unsubscribe.routes.ts';

/** The figures of what is sent to people. */
const NOTIFICATION_FIGURES = [
  figure({
    name: 'mohlat_messages_given_up',
    help: 'Mails and SMS of the last hour that were put off for hours, that no try could send, that were refused (they, or their address), or whose time was over',
    label: 'channel',
    sql: `select channel as of, count(*)::integer as value from deliveries
      where reason in ('given_up', 'refused', 'address_refused', 'too_late') and settled_at > $1::timestamptz - interval '1 hour'
        or put_off_at > $1::timestamptz - interval '1 hour' group by 1`,
  }),
];

export const notifications: Feature = {
  name: 'notifications',
  routes: registerNotifications,
  outside: registerUnsubscribe,
  jobs: notificationJobs,
  figures: NOTIFICATION_FIGURES,
  personalData: [
    {
      table: 'notifications',
      topic: 'messages',
      title: { en: 'Notifications', hi: 'सूचनाएँ' },
      fate: ALWAYS_ERASED,
    },
    {
      table: 'deliveries',
      topic: 'messages',
      title: { en: 'Mails and SMS to you', hi: 'आपको भेजी गई मेल और SMS' },
      fate: ALWAYS_ERASED,
    },
  ],
};
