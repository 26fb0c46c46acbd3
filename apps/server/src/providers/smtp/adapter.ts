import { createTransport } from 'nodemailer';
import type { CallOutcome, CallRecord } from '#platform/outbound/http-client.ts';
import type { SmtpConfig } from '../config.ts';
import {
  outcomeOf,
  ProviderAuthError,
  type ProviderError,
  ProviderRejected,
  ProviderServerError,
  ProviderTimeout,
  ProviderUnreachable,
} from '../errors.ts';
import type { ProviderErrorDetails } from '../errors.ts';
import { parseBounce } from './bounce.ts';
import { AddressRefused } from './port.ts';
import type { EmailPort } from './port.ts';

/** The facts of a failure from nodemailer, read without trusting its shape. */
interface SmtpFailure {
  code: string;
  replyCode: number;
  /** The whole reply. It may name the address: it is read, and kept out of messages. */
  reply: string;
  command: string;
  hasConnected: boolean;
}

const at = { provider: 'smtp', op: 'sendMail' } as const;

/** Mail over SMTP, with kept connections. The message text never reaches a log. */
export function createSmtp(
  config: SmtpConfig,
  deps: {
    timeouts: { connectMs: number; totalMs: number };
    onCall: (record: CallRecord) => void;
  },
): EmailPort & { close(): void } {
  const server = new URL(config.url);
  const isTls = server.protocol === 'smtps:';
  const mailer = createTransport({
    pool: true,
    maxConnections: 5,
    host: server.hostname,
    port: Number(server.port || (isTls ? 465 : 25)),
    secure: isTls,
    // Plain SMTP is for loopback only (the configuration refuses it elsewhere).
    ignoreTLS: !isTls,
    ...(server.username
      ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }
      : {}),
    connectionTimeout: deps.timeouts.connectMs,
    greetingTimeout: deps.timeouts.connectMs,
    socketTimeout: deps.timeouts.totalMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)>?$/.exec(config.from)?.[1] ?? 'localhost';

  return {
    async send(m, c) {
      const startedAt = performance.now();
      const messageId = `<${m.key}@${domain}>`;
      const note = (outcome: CallOutcome, result: string): void =>
        deps.onCall({
          ...at,
          requestId: c.requestId,
          result,
          outcome,
          attempt: 1,
          durationMs: Math.round(performance.now() - startedAt),
        });
      try {
        await mailer.sendMail({
          messageId,
          from: config.from,
          to: { name: '', address: m.to },
          subject: m.subject,
          text: m.text,
          ...(m.html === undefined ? {} : { html: m.html }),
          attachments: (m.attachments ?? []).map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content,
          })),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(m.unsubscribe === undefined ? {} : oneClick(m.unsubscribe)),
          },
        });
        note('ok', 'ok');
        return { messageId };
      } catch (error) {
        const known = toProviderError(error);
        note(outcomeOf(known), known.name);
        throw known;
      }
    },
    parseBounce: (w) => parseBounce(config, w),
    close: () => mailer.close(),
  };
}

function toProviderError(error: unknown): ProviderError {
  const { code, replyCode, reply, command, hasConnected } = readFailure(error);
  const details: ProviderErrorDetails = {
    ...at,
    message: `${command || 'connection'} ${replyCode || code}`,
    providerCode: replyCode ? String(replyCode) : code,
    cause: error,
  };
  if (code === 'EAUTH' || code === 'ENOAUTH') return new ProviderAuthError(details);
  if (replyCode >= 500)
    switch (subjectOfRefusal(command, reply)) {
      case 'address':
        return new AddressRefused(details);
      case 'us':
        return new ProviderAuthError(details);
      case 'mail':
        return new ProviderRejected(details);
    }
  // A 4xx reply is a clear "not now": nothing was taken.
  if (replyCode >= 400) return new ProviderServerError({ ...details, isWrite: false });
  // Once a conversation has begun, it is unknown how much of it was taken.
  return hasConnected ? new ProviderTimeout(details) : new ProviderUnreachable(details);
}

function readFailure(error: unknown): SmtpFailure {
  const read = (key: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  const [code, replyCode, command] = [read('code'), read('responseCode'), read('command')];
  const reply = read('response');
  const isTooEarly =
    read('timeoutType') === 'CONNECTION_TIMEOUT' || read('timeoutType') === 'GREETING_TIMEOUT';
  return {
    code: typeof code === 'string' ? code : 'unknown',
    replyCode: typeof replyCode === 'number' ? replyCode : 0,
    reply: typeof reply === 'string' ? reply : '',
    command: typeof command === 'string' ? command : '',
    hasConnected: !isTooEarly && read('syscall') !== 'connect' && code !== 'EDNS' && code !== 'ETLS',
  };
}

/** The headers by which a mail program offers to unsubscribe with one press (RFC 8058). */
function oneClick(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The subject of a refusal: the address, ourselves (the relay does not take mail from us), or this mail alone. */
type RefusalSubject = 'address' | 'us' | 'mail';

/** RFC 3463: no such mailbox or domain, and a mailbox that is disabled. 5.1.0, 5.1.7 and 5.1.8 are said of senders. */
const ADDRESS = /^5\.(1\.([1-6]|10)|2\.1)$/;
const US = /^5\.(1\.[078]|7\.\d{1,3})$/;
/** A relay without enhanced codes says in words alone that it means us ("550 relay not permitted"). */
const WORDS_ABOUT_US = /\b(relay|sender|helo|authenti|blocked|blacklisted|blocklist|denied|policy|spam)/i;

/**
 * Reads the subject of a 5xx reply. Postfix says a refusal of the client and of the sender at RCPT TO too (`smtpd_delay_reject`), so
 * that the command alone proves nothing about the address. In doubt it is not the address: one that is taken for refused gets
 * no mail any more.
 */
function subjectOfRefusal(command: string, response: string): RefusalSubject {
  const [, code = '', enhanced, words = ''] =
    /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})(?=\s|$))?(.*)$/s.exec(response) ?? [];
  const isAtAddress = command === 'RCPT TO';
  if (!isAtAddress && command !== 'MAIL FROM') return command === 'DATA' ? 'mail' : 'us';
  if (enhanced !== undefined) {
    if (US.test(enhanced)) return 'us';
    return isAtAddress && ADDRESS.test(enhanced) ? 'address' : 'mail';
  }
  if (code === '530' || WORDS_ABOUT_US.test(words)) return 'us';
  return isAtAddress && code === '550' ? 'address' : 'mail';
}
