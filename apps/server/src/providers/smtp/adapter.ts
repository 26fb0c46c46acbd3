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
import { subjectOfRefusal } from './refusal.ts';

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
