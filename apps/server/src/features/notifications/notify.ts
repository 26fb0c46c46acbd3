import { findContact } from '#features/me/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { Messenger } from './messages.ts';
import type { MailTemplateName, SmsTemplateName } from './templates.ts';

export interface Notice {
  readonly type: 'success' | 'warning' | 'info' | 'reward';
  readonly icon: string;
  readonly title: string;
  readonly description: string;
  /** Also sent by mail and SMS where the person has given an address. */
  readonly template?: MailTemplateName & SmsTemplateName;
  readonly vars?: Readonly<Record<string, string>>;
}

export interface Notifier {
  /** Tells a person: in the app, by mail and by SMS, in the transaction of the event itself. */
  notify(tx: Tx, userId: string, notice: Notice, now: Date): Promise<void>;
}

export function createNotifier(vault: Vault, messenger: Messenger): Notifier {
  return {
    async notify(tx, userId, notice, now) {
      const [row] = await tx.call<{ id: string }>(
        `insert into notifications (user_id, type, icon, title, description, at) values ($1, $2, $3, $4, $5, $6) returning id`,
        [userId, notice.type, notice.icon, notice.title, notice.description, now],
      );
      await tx.call(ANNOUNCE, [userId, 'notification', row!.id]);
      if (!notice.template) return;
      const contact = await findContact(tx, vault, userId);
      const { template, vars = {} } = notice;
      if (contact.email) await messenger.enqueue(tx, { channel: 'email', to: contact.email, template, vars });
      if (contact.mobile)
        await messenger.enqueue(tx, { channel: 'sms', to: `91${contact.mobile}`, template, vars });
    },
  };
}
