import type { RawWebhook, WebhookEvent } from '../call-context.ts';
import type { SmtpConfig } from '../config.ts';
import { WebhookRejected } from '../errors.ts';
import { bodyHash, isSameSecret } from '../webhook-proof.ts';
import type { Bounce } from './port.ts';

const ROUTE = /\/smtp\/([^/?]+)\/?$/;

/**
 * A delivery status notification (RFC 3464) as the mailbox for returned mail hands it on: the mail itself, or JSON with it as
 * `message`. Unsigned: the secret in the path is all there is, and no money hangs on it.
 */
export function parseBounce({ callbackToken }: SmtpConfig, w: RawWebhook): WebhookEvent<Bounce> {
  const token = ROUTE.exec(w.path)?.[1];
  if (token === undefined) throw new WebhookRejected('smtp', 'unknown_route');
  if (callbackToken === undefined || !isSameSecret(token, callbackToken))
    throw new WebhookRejected('smtp', 'token_wrong');
  const mail = readMail(w.rawBody);
  // Nothing else is a report, and what is only late may still arrive.
  const hasFailed = /^action:[ \t]*failed/im.test(mail);
  const status = /^status:[ \t]*([245]\.\d{1,3}\.\d{1,3})/im.exec(mail)?.[1] ?? '';
  // Its own name stands at its head; ours stands in the mail it brings back, the last of all.
  // Text that a stranger writes into it cannot be an id of ours.
  const messageId = [...mail.matchAll(/^message-id:\s*(<[!-;=?-~]{1,200}>)/gim)].at(-1)?.[1] ?? '';
  const subjectRef = hasFailed ? messageId : '';
  return {
    provider: 'smtp',
    eventId: bodyHash(w.rawBody),
    type: 'bounce',
    subjectRef,
    payload: { messageId: subjectRef, status },
    trust: 'hint',
  };
}

function readMail(rawBody: Buffer): string {
  const text = rawBody.toString('utf8');
  if (text !== '' && !text.startsWith('{')) return text;
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // Said below.
  }
  throw new WebhookRejected('smtp', 'body_malformed');
}
