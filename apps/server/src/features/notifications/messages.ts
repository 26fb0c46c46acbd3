import type { Vault } from '#platform/crypto/vault.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Language } from './texts/mail-template.ts';
import * as deliveries from './deliveries.repo.ts';
import type { MailTemplateName, SmsTemplateName } from './texts/templates.ts';

/** A mail or SMS to be sent. `to` is an address, or a mobile number with its country code (`919812345678`). */
export type Message = Terms &
  (
    | {
        readonly channel: 'email';
        readonly to: string;
        readonly template: MailTemplateName;
        readonly papers?: PaperOrder;
      }
    | { readonly channel: 'sms'; readonly to: string; readonly template: SmsTemplateName }
  );
/** Papers of a payment that go with a mail. They are written when it is sent; none of them waits in the queue. */
export interface PaperOrder {
  readonly userId: string;
  readonly paymentId: string;
  readonly kinds: readonly ('key_facts' | 'receipt' | 'schedule' | 'no_dues' | 'settlement')[];
}

interface Terms {
  readonly vars: Vars;
  /** The person whose account it concerns: the message stands in their list of messages. A visitor has none. */
  readonly userId?: string;
  /** Without one: what the account's person reads, English for a visitor. */
  readonly language?: Language;
  /** The language of the page it was asked for on: for a person who has chosen none. */
  readonly askedIn?: Language;
  /** True where the person may do without it: the mail then says how to stop such mails. */
  readonly isRefusable?: boolean;
  /** The id of what it tells of, for which it is asked later whether it left (`deliveries.about_id`). */
  readonly aboutId?: string;
  /** An instant; after it the message is dropped. */
  readonly until?: string;
}
type Vars = Readonly<Record<string, string>>;

export const SEND_TASK = 'notifications.send';
export const SEND_CONTEXT = 'message';

/** Puts messages into the queue, in the transaction that caused them. */
export interface Messenger {
  /** `runAt`: not before this instant. */
  enqueue(tx: Tx, message: Message, options?: { readonly runAt?: Date | undefined }): Promise<void>;
}

/**
 * The tries of a message's first round; a worker's death uses a try up, too. Four take half a minute: who waits for a code by SMS asks
 * for another one sooner than that. Eight take half an hour, which a provider's closed circuit rarely outlasts; what can wait longer has
 * more rounds (`nextRoundAt`).
 */
function triesOf({ channel, vars }: Message): number {
  return channel === 'sms' && vars.code !== undefined ? 4 : 8;
}

/** The queue holds a message sealed: codes, links and addresses never stand in it in clear. */
export function createMessenger(vault: Vault, clock: Pick<Clock, 'now'>): Messenger {
  return {
    async enqueue(tx, message, { runAt } = {}) {
      const id = newId();
      if (message.userId !== undefined)
        await deliveries.begin(tx, { ...message, id, userId: message.userId }, clock.now());
      const sealed = vault.seal(JSON.stringify(message), SEND_CONTEXT).toString('base64');
      await tx.enqueue(
        SEND_TASK,
        { id, sealed, ...(message.userId === undefined ? {} : { userId: message.userId }) },
        { attemptsMax: triesOf(message), ...(runAt ? { runAt } : {}) },
      );
    },
  };
}
