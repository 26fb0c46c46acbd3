import {
  answerSupportRequest,
  changeSupportMessage,
  getSupportMessage,
  getSupportRequest,
  listSupportMessages,
  listSupportRequests,
  openSupportRequest,
  replyToSupportMessage,
  sendSupportMessage,
} from '@mohlat/contract';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { createSupportDesk, type SupportDesk } from './support.desk.ts';
import { createSupportService, listConversations, type SupportService } from './support.service.ts';

export const support: Feature = {
  name: 'support',
  routes(endpoints, parts) {
    registerSupport(endpoints, createSupportService(parts));
    registerSupportDesk(endpoints, createSupportDesk(parts));
  },
  outside: registerSecurityTxt,
  waiting: [
    {
      kind: 'tickets',
      path: '/admin/support',
      select: "select count(*), min(updated_at) from support_messages where status = 'open'",
    },
  ],
  personalData: [
    {
      table: 'support_requests',
      topic: 'messages',
      title: { en: 'Requests to our support team', hi: 'सहायता टीम से किए गए अनुरोध' },
      leftOut: {
        en: 'the same facts as under Conversations with our support team',
        hi: '"सहायता टीम से बातचीत" के ही तथ्य',
      },
      fate: ALWAYS_ERASED,
      outlived: {
        what: { en: 'your conversations with our support team', hi: 'सहायता टीम से आपकी बातचीत' },
        why: {
          en: 'complaints and their answers are kept for 2 years',
          hi: 'शिकायतें और उनके जवाब 2 साल तक रखे जाते हैं',
        },
        months: 24,
      },
    },
  ],
  copied: [
    {
      name: 'support_conversations',
      title: { en: 'Conversations with our support team', hi: 'सहायता टीम से बातचीत' },
      purpose: { en: 'To answer what you ask', hi: 'आपके सवालों के जवाब देने के लिए' },
      list: listConversations,
    },
  ],
  sealed: [
    {
      table: 'support_messages',
      column: 'name_sealed',
      context: 'support.name:{ticket}',
      role: 'mohlat_worker',
    },
    {
      table: 'support_messages',
      column: 'email_sealed',
      context: 'support.email:{ticket}',
      role: 'mohlat_worker',
    },
    {
      table: 'support_messages',
      column: 'subject_sealed',
      context: 'support.subject:{ticket}',
      role: 'mohlat_worker',
    },
    {
      table: 'support_messages',
      column: 'message_sealed',
      context: 'support.message:{ticket}',
      role: 'mohlat_worker',
    },
    { table: 'support_replies', column: 'text_sealed', context: 'support.reply:{id}', role: 'mohlat_worker' },
  ],
};

function registerSupportDesk(endpoints: EndpointRegistry, desk: SupportDesk): void {
  endpoints.handle(listSupportMessages, ({ actor, query, trace }) => desk.list(actor, query, trace));
  endpoints.handle(getSupportMessage, ({ actor, params, trace }) => desk.get(actor, params.id, trace));
  endpoints.handle(replyToSupportMessage, ({ actor, params, body, trace }) =>
    desk.reply(actor, params.id, body, trace),
  );
  endpoints.handle(changeSupportMessage, ({ actor, params, body, trace }) =>
    desk.change(actor, params.id, body, trace),
  );
}

function registerSupport(endpoints: EndpointRegistry, support: SupportService): void {
  endpoints.handle(sendSupportMessage, ({ body }) => support.take(body), {
    before: (request) => support.count(clientAddress(request)),
  });
  endpoints.handle(openSupportRequest, ({ actor, body }) => support.open(actor, body), {
    before: (request) => support.count(clientAddress(request)),
  });
  endpoints.handle(listSupportRequests, ({ actor, query }) => support.list(actor, query));
  endpoints.handle(getSupportRequest, ({ actor, params }) => support.get(actor, params.id));
  endpoints.handle(answerSupportRequest, ({ actor, params, body }) =>
    support.answer(actor, params.id, body.message),
  );
}
