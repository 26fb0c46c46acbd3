import { z } from 'zod';
import { contract } from './endpoint.ts';
import { notification } from './me.ts';
import { DELIVERY_STATUSES } from './notifications.calls.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import * as calls from './notifications.calls.ts';

export * from './notifications.calls.ts';

export type Notification = z.input<typeof notification>;

export const notificationsContract = contract({
  calls,
  endpoints: {
    listNotifications: {
      summary: 'Notifications, newest first',
      query: pageQuery,
      answer: pageOf(notification).extend({ unreadCount: z.int().min(0) }),
    },
    readNotification: {
      summary: 'Marks one notification as read',
      status: 204,
      params: idParams,
    },
    readAllNotifications: {
      summary: 'Marks all notifications as read',
      status: 204,
    },
    listDeliveries: {
      summary:
        'Mails and SMS to a person and what became of each, newest first; looking is written to the audit log',
      params: idParams,
      query: pageQuery,
      answer: pageOf(
        z.object({
          id: idSchema,
          channel: z.enum(['email', 'sms']),
          /** The name of the text. The values that filled it in, and the address, are not kept. */
          template: z.string(),
          status: z.enum(DELIVERY_STATUSES),
          tries: z.int(),
          reason: z.string().nullable(),
          providerRef: z.string().nullable(),
          queuedAt: instantSchema,
          settledAt: instantSchema.nullable(),
        }),
      ),
    },
  },
});
