import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { textOfHtml } from '../core/outbox.ts';
import type { Fault, Faults } from '../core/faults.ts';
import type { World } from '../core/world.ts';

export type MailTwin = { listen(port: number, host: string): Promise<number>; close(): Promise<void> };

type Done = (error?: Error | null) => void;

const MAX_BYTES = 10 * 1024 * 1024;

function replyError(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

/** The reply of a fault `{reply: "554 5.7.1 Relay access denied"}`: its code, and the words after it. */
function replyOf(fault: Fault | undefined): Error | undefined {
  const [, code, words = ''] =
    /^(\d{3})[ -](.*)$/.exec(typeof fault?.reply === 'string' ? fault.reply : '') ?? [];
  return code === undefined ? undefined : replyError(Number(code), words);
}

const BOUNCE_PATH = '/smtp/sandbox-callback-token';

/** Writes a bounce: a mail server's report on a mail it took and could not deliver after all (RFC 3464). */
function reportOf(to: string, messageId: string): string {
  return [
    'From: MAILER-DAEMON@mx.sandbox.example',
    `Message-ID: <report-${messageId.replaceAll(/[<>]/g, '')}>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
    '',
    '--report',
    'Content-Type: message/delivery-status',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--report',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '--report--',
  ].join('\r\n');
}

/** The local part decides, also in `bounce+anything@…`. */
function magicOf(address: string): string | undefined {
  return /^(bounce|comesback|spam|tempfail|drop)(?=[@+.-])/.exec(address.toLowerCase())?.[1];
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A fault before anything is kept: the reply to give, or `silence`. */
async function actBefore(faults: Faults, fault: Fault): Promise<Error | 'silence' | undefined> {
  if (typeof fault.latency === 'number') await sleep(fault.latency);
  if (fault.held) await faults.removed(fault);
  if (fault.commit === 'after') return undefined;
  if (fault.reset_before || fault.refuse_connect || fault.timeout) return 'silence';
  if (fault.rate_limit) return replyError(421, 'Too many messages, come back later');
  return fault.http || fault.outage ? replyError(451, 'Try again later') : undefined;
}

/** Where one press in a mail program stops such mails; a header without its companion is only a link. */
function oneClickOf(headers: readonly { readonly key: string; readonly value: string }[]): string | null {
  const read = (key: string) => headers.find((header) => header.key === key)?.value;
  if (read('list-unsubscribe-post') !== 'List-Unsubscribe=One-Click') return null;
  return /<([^>]+)>/.exec(read('list-unsubscribe') ?? '')?.[1] ?? null;
}

function letterTo(to: string, mail: Email): Parameters<World['outbox']['add']>[0] {
  return {
    channel: 'email',
    to,
    subject: mail.subject ?? null,
    text: mail.text?.trim() || textOfHtml(mail.html ?? ''),
    ...(mail.html ? { html: mail.html } : {}),
    unsubscribe: oneClickOf(mail.headers),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  };
}

/** Receives mail and puts it into the outbox, once for each receiver. */
export function createMail(world: World): MailTwin {
  const cut = (session: SMTPServerSession) => {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === session.id) connection._socket.destroy();
  };

  const store = async (raw: Buffer, receivers: string[]) => {
    const mail = await PostalMime.parse(raw);
    for (const to of receivers) {
      if (magicOf(to) === 'comesback')
        world.webhooks.emit('smtp', 'bounce', BOUNCE_PATH, { message: reportOf(to, mail.messageId ?? '') });
      else world.outbox.add(letterTo(to, mail));
    }
  };

  const accept = async (stream: SMTPServerDataStream, session: SMTPServerSession, done: Done) => {
    const raw = await readAll(stream);
    const receivers = session.envelope.rcptTo.map((entry) => entry.address);
    const fault = world.faults.take('answer', 'smtp', 'send', { to: receivers[0] }, world.clock.now()) ?? {};
    const trouble = await actBefore(world.faults, fault);
    if (trouble === 'silence') return cut(session);
    if (trouble) return done(trouble);
    if (receivers.some((to) => magicOf(to) === 'spam'))
      return done(replyError(554, 'Refused for its content'));
    await store(raw, receivers);
    if (fault.timeout || receivers.some((to) => magicOf(to) === 'drop')) return cut(session);
    return done(fault.http ? replyError(451, 'Try again later') : null);
  };

  const faultAt = (op: 'hello' | 'mail' | 'rcpt', subject: object) =>
    replyOf(world.faults.take('answer', 'smtp', op, subject, world.clock.now()));

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    hideSTARTTLS: true,
    size: MAX_BYTES,
    logger: false,
    onConnect: (_session, done) => done(faultAt('hello', {})),
    onMailFrom: (address, _session, done) => done(faultAt('mail', { from: address.address })),
    onRcptTo(address, _session, done) {
      const refusal = faultAt('rcpt', { to: address.address });
      if (refusal) return done(refusal);
      const magic = magicOf(address.address);
      if (magic === 'bounce') return done(replyError(550, 'No such mailbox'));
      if (magic === 'tempfail') return done(replyError(451, 'Mailbox is busy, try again later'));
      return done();
    },
    onData(stream, session, done) {
      accept(stream, session, done).catch((error: Error) => done(error));
    },
  });
  // A client that hangs up in the middle is no news to the mail twin.
  server.on('error', () => undefined);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject);
        server.listen(port, host, () => resolve((server.server.address() as AddressInfo).port));
      }),
    close: () => {
      for (const connection of server.connections as Set<{ _socket: { destroy(): void } }>)
        connection._socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
