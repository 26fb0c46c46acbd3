import { ALWAYS_ERASED } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { NOTIFICATION_FIGURES } from './notifications.figures.ts';
import { notificationJobs } from './notifications.jobs.ts';
import { registerNotifications } from './notifications.routes.ts';
import { registerUnsubscribe } from './unsubscribe/unsubscribe.routes.ts';

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
