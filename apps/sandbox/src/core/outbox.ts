import type { Clock } from './clock.ts';
import type { Store } from './store.ts';

export type OutboxMessage = {
  id: string;
  channel: 'email' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  otp: string | null;
  links: string[];
  /** The attachments of a mail: names, types and sizes. */
  attachments: Attachment[];
  /** Where the mail program stops such mails, from the header of a mail that has one. */
  unsubscribe: string | null;
  sentAt: string;
};

export type Attachment = { name: string; type: string; bytes: number };

export type Outbox = {
  add(message: {
    channel: 'email' | 'sms';
    to: string;
    subject: string | null;
    text: string;
    html?: string;
    attachments?: Attachment[];
    unsubscribe?: string | null;
  }): OutboxMessage;
  /** Newest first; all of them unless a limit is given. */
  list(filter?: { to?: string | undefined; channel?: 'email' | 'sms'; limit?: number }): OutboxMessage[];
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (decimal) return String.fromCodePoint(Number(decimal));
      if (hex) return String.fromCodePoint(Number.parseInt(String(hex), 16));
      return ENTITIES[(name ?? '').toLowerCase()] ?? whole;
    },
  );
}

/** Readable text of an HTML mail that came without a plain part. */
export function textOfHtml(html: string): string {
  const bare = html
    .replace(/<(style|script|head)[\s\S]*?<\/\1>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|tr|h\d|li)>/gi, '\n')
    .replace(/<[^>]+>/g, '');
  return decodeEntities(bare)
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** The last digits of a card or an account, as messages write them. */
const MASKED_NUMBER = /(?:[•*]{2,}|\bx{2,}|\bending(?: (?:in|with))?)\s*-?\d{2,8}\b/gi;

/** A number of ten digits is a code when it is called one: mobile numbers are as long. */
const LONG_CODE = /(?<!\d)\d{10}(?= [^\d\n]{0,20}(?:code|कोड))|(?<=(?:code|कोड)[^\d\n]{0,20})\d{10}(?!\d)/i;

/** The first number that stands alone, of four to eight digits or of ten, as a person would read a code. */
export function findCode(text: string): string | null {
  const bare = text.replace(/https?:\/\/\S+/g, ' ').replace(MASKED_NUMBER, ' ');
  const long = LONG_CODE.exec(bare)?.[0];
  return long ?? /(?<![\d₹,.+-])(?<!₹ )\d{4,8}(?![\d,]|\.\d|-\d)/.exec(bare)?.[0] ?? null;
}

export function findLinks(text: string, html = ''): string[] {
  const inHtml = [...html.matchAll(/href\s*=\s*["']([^"']+)["']/gi)].map((hit) =>
    decodeEntities(hit[1] ?? ''),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map((hit) =>
    hit[0].replace(/[.,;:!?]+$/, ''),
  );
  return [...new Set([...inHtml, ...inText])].filter((link) => /^https?:\/\//.test(link));
}

const digits = (to: string) => to.replace(/\D/g, '');

function isFor(message: OutboxMessage, to: string): boolean {
  if (message.channel === 'email') return message.to.toLowerCase() === to.trim().toLowerCase();
  return !to.includes('@') && digits(message.to).slice(-10) === digits(to).slice(-10);
}

/** Every mail and SMS that left the server, as its receiver would see it. */
export function createOutbox(store: Store, clock: Clock): Outbox {
  const book = store.book<OutboxMessage>('message');
  return {
    add({ channel, to, subject, text, html, attachments = [], unsubscribe = null }) {
      const message: OutboxMessage = {
        id: `msg_${String(store.nextNumber()).padStart(10, '0')}`,
        channel,
        to,
        subject,
        text,
        otp: findCode(text) ?? findCode(subject ?? ''),
        links: findLinks(text, html),
        attachments,
        unsubscribe,
        sentAt: new Date(clock.now()).toISOString(),
      };
      book.put(message.id, message, channel === 'email' ? to.toLowerCase() : digits(to).slice(-10));
      return message;
    },
    list({ to, channel, limit } = {}) {
      const key =
        to === undefined ? undefined : to.includes('@') ? to.trim().toLowerCase() : digits(to).slice(-10);
      const messages = key === undefined ? book.list(limit) : book.listByRef(key).reverse();
      return messages.filter(
        (message) => (to === undefined || isFor(message, to)) && (!channel || message.channel === channel),
      );
    },
  };
}
