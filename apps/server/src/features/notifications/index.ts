export { createMessenger, type Messenger } from './messages.ts';
export { notificationJobs } from './notifications.jobs.ts';
export { registerNotifications } from './notifications.routes.ts';
export { createNotifier, type Notice, type Notifier } from './notify.ts';
