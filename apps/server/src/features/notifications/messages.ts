import type { Vault } from '#platform/crypto/vault.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import type { MailTemplateName, SmsTemplateName } from './templates.ts';

/** A mail or SMS to be sent. `to` is an address, or a mobile number with its country code (`919812345678`). */
export type Message =
  | {
      readonly channel: 'email';
      readonly to: string;
      readonly template: MailTemplateName;
      readonly vars: Vars;
    }
  | { readonly channel: 'sms'; readonly to: string; readonly template: SmsTemplateName; readonly vars: Vars };
type Vars = Readonly<Record<string, string>>;

export const SEND_TASK = 'notifications.send';
export const SEND_CONTEXT = 'message';

/** Puts messages into the queue, in the transaction that caused them. */
export interface Messenger {
  /** `runAt`: not before this instant. */
  enqueue(tx: Tx, message: Message, options?: { readonly runAt?: Date | undefined }): Promise<void>;
}

/** The queue holds a message sealed: codes, links and addresses never stand in it in clear. */
export function createMessenger(vault: Vault): Messenger {
  return {
    async enqueue(tx, message, { runAt } = {}) {
      const sealed = vault.seal(JSON.stringify(message), SEND_CONTEXT).toString('base64');
      await tx.enqueue(
        SEND_TASK,
        { id: newId(), sealed },
        // A worker's death uses an attempt up, too.
        { attemptsMax: message.channel === 'sms' ? 4 : 8, ...(runAt ? { runAt } : {}) },
      );
    },
  };
}
