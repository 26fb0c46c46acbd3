import { z } from 'zod';
import { emailSchema } from './email.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery, queueQuery } from './primitives.ts';
import { SUPPORT_STATUSES } from './support.calls.ts';
import * as calls from './support.calls.ts';

export * from './support.calls.ts';

const required = 'Please fill in all required fields';
const TEXT_MAX = 5000;

const messageText = z.string().trim().min(1, required).max(TEXT_MAX);

export const supportMessageBody = z.strictObject({
  name: nameSchema.min(1, required).max(120),
  email: z.string().trim().min(1, required).pipe(emailSchema),
  /** One line: it becomes the subject of a mail. */
  subject: z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, required).max(200)),
  message: messageText,
  /** In which the sender reads; English where it is left out. An account has its own. */
  language: z.enum(['en', 'hi']).optional(),
});

/** The number a person quotes when they write or call again. */
const ticketNumber = z.string();

export const supportRequest = z.object({
  id: idSchema,
  ticket: ticketNumber,
  subject: z.string(),
  status: z.enum(SUPPORT_STATUSES),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  /** True while an answer has not been opened. */
  hasNews: z.boolean(),
});
export type SupportRequest = z.input<typeof supportRequest>;

const supportLine = z.object({
  id: idSchema,
  from: z.enum(['sender', 'support']),
  text: z.string(),
  at: instantSchema,
});

/** A request with everything written about it, oldest first. */
const supportThread = supportRequest.extend({ lines: z.array(supportLine) });
export type SupportThread = z.input<typeof supportThread>;

const colleague = z.object({ id: idSchema, name: nameSchema.nullable() });

const ticketItem = z.object({
  id: idSchema,
  ticket: ticketNumber,
  subject: z.string(),
  name: nameSchema,
  status: z.enum(SUPPORT_STATUSES),
  /** The account it was written from; null for a visitor. */
  account: z.object({ id: idSchema, name: nameSchema.nullable() }).nullable(),
  /** The member of staff who has taken it. */
  assignee: colleague.nullable(),
  createdAt: instantSchema,
  /** When the sender or the team last wrote, or it was closed. */
  updatedAt: instantSchema,
  /** Grows with every change; a change names the version it was made from. */
  version: z.int(),
});
export type TicketItem = z.input<typeof ticketItem>;

const ticketDetail = ticketItem.extend({
  email: z.string(),
  /** The language in which the sender reads. */
  language: z.enum(['en', 'hi']),
  /** Everything written, oldest first; the first line is the message itself. */
  lines: z.array(
    supportLine.extend({
      /** The member of the team who wrote it; null for the sender's. */
      by: colleague.nullable(),
    }),
  ),
});
export type TicketDetail = z.input<typeof ticketDetail>;

export const supportContract = contract({
  calls,
  endpoints: {
    sendSupportMessage: {
      summary: 'Writes to the support team; open to visitors, who are answered by mail',
      status: 201,
      body: supportMessageBody,
      answer: z.object({ ticket: ticketNumber }),
    },
    openSupportRequest: {
      summary: 'Writes to the support team from an account; the answers come to the app and by mail',
      status: 201,
      body: supportMessageBody,
      answer: z.object({ id: idSchema, ticket: ticketNumber }),
    },
    listSupportRequests: {
      summary: 'What the person has asked the support team, the latest to change first',
      query: pageQuery,
      answer: pageOf(supportRequest),
    },
    getSupportRequest: {
      summary: 'One request with what was written; its answers count as read',
      params: idParams,
      answer: supportThread,
    },
    answerSupportRequest: {
      summary: 'Writes again under the same ticket; a closed one is open again',
      status: 201,
      params: idParams,
      body: z.strictObject({ message: messageText }),
      answer: supportThread,
    },
    listSupportMessages: {
      summary:
        'Tickets, the latest to change first, or those that have waited longest. Looking is written to the audit log',
      query: queueQuery.extend({
        status: z.enum(SUPPORT_STATUSES).default('open'),
        assignee: z.enum(['me', 'nobody']).optional(),
        /** The number a person quotes, in any spelling. */
        ticket: z.string().trim().max(20).optional(),
        /** Those of one account. */
        userId: idSchema.optional(),
      }),
      answer: pageOf(ticketItem),
    },
    getSupportMessage: {
      summary: 'One ticket with everything written; looking is written to the audit log',
      params: idParams,
      answer: ticketDetail,
    },
    replyToSupportMessage: {
      summary:
        'Answers by mail and, where there is an account, in the app; whoever answers has taken the ticket',
      status: 201,
      params: idParams,
      body: z.strictObject({
        message: messageText,
        version: z.int(),
        /** True where the answer settles the matter. */
        closes: z.boolean().default(false),
      }),
      answer: ticketDetail,
      errors: ['own_account', 'ticket_changed'],
    },
    changeSupportMessage: {
      summary: 'Takes a ticket, gives it back, closes it without an answer or opens it again',
      params: idParams,
      body: z
        .strictObject({
          version: z.int(),
          assignee: z.enum(['me', 'nobody']).optional(),
          status: z.enum(['open', 'closed']).optional(),
        })
        .refine(
          ({ assignee, status }) => assignee !== undefined || status !== undefined,
          'Nothing to change',
        ),
      answer: ticketDetail,
      errors: ['own_account', 'ticket_changed'],
    },
  },
  refusals: {
    ticket_changed: {
      status: 409,
      retry: 'never',
      en: 'This ticket has changed since you opened it. Read it again before you answer.',
      hi: 'आपके खोलने के बाद यह टिकट बदल गया है। उत्तर देने से पहले इसे फिर पढ़ें।',
    },
  },
});
