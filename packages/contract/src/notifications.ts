import type { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { notification } from './me.ts';
import { idParams, pageOf, pageQuery } from './primitives.ts';

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'Notifications, newest first',
  query: pageQuery,
  answer: pageOf(notification),
});

export const readNotification = endpoint({
  name: 'readNotification',
  method: 'POST',
  path: '/notifications/{id}/read',
  summary: 'Marks one notification as read',
  status: 204,
  params: idParams,
});

export const readAllNotifications = endpoint({
  name: 'readAllNotifications',
  method: 'POST',
  path: '/notifications/read-all',
  summary: 'Marks all notifications as read',
  status: 204,
});
export type Notification = z.infer<typeof notification>;
