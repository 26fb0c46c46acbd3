import { findContact } from '#features/me/index.ts';
import { type Channels, findChannels, quietUntil } from '#features/preferences/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { Messenger } from './messages.ts';
import type { MailTemplateName, SmsTemplateName } from './templates.ts';

/**
 * Whether a person may refuse it: `must` is what the law or their money asks for and always comes; `service` follows
 * their preferences; `marketing` needs their consent besides. Rule: LEND-24.
 */
type NoticeKind = 'must' | 'service' | 'marketing';

export interface Notice {
  /** `must` when it is left out. */
  readonly kind?: NoticeKind;
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
      const channels = await openChannels(tx, userId, notice.kind ?? 'must');
      if (channels.inApp) await announce(tx, userId, notice, now);
      if (!notice.template) return;
      const contact = await findContact(tx, vault, userId);
      const { template, vars = {} } = notice;
      const runAt = quietUntil(channels, now);
      if (contact.email && channels.email)
        await messenger.enqueue(tx, { channel: 'email', to: contact.email, template, vars }, { runAt });
      if (contact.mobile && channels.sms)
        await messenger.enqueue(tx, { channel: 'sms', to: `91${contact.mobile}`, template, vars }, { runAt });
    },
  };
}

const EVERY: Channels = { email: true, sms: true, inApp: true, quiet: null };
const NONE: Channels = { email: false, sms: false, inApp: false, quiet: null };

async function openChannels(tx: Tx, userId: string, kind: NoticeKind): Promise<Channels> {
  if (kind === 'must') return EVERY;
  if (kind === 'marketing') {
    const given = await tx.call(
      `select 1 from consents where user_id = $1 and purpose = 'marketing_messages' and withdrawn_at is null limit 1`,
      [userId],
    );
    if (given.length === 0) return NONE;
  }
  return findChannels(tx, userId);
}

async function announce(tx: Tx, userId: string, notice: Notice, now: Date): Promise<void> {
  const [row] = await tx.call<{ id: string }>(
    `insert into notifications (user_id, type, icon, title, description, at) values ($1, $2, $3, $4, $5, $6) returning id`,
    [userId, notice.type, notice.icon, notice.title, notice.description, now],
  );
  await tx.call(ANNOUNCE, [userId, 'notification', row!.id]);
}
