import type { Feature } from '#features/feature.ts';
import { notificationJobs } from './notifications.jobs.ts';
import { registerNotifications } from './notifications.routes.ts';
import { registerUnsubscribe } from './unsubscribe.routes.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes: registerNotifications,
  outside: registerUnsubscribe,
  jobs: notificationJobs,
};
