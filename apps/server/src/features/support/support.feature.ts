import { ALWAYS_ERASED } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { registerSupportDesk } from './support.admin.ts';
import { createSupportDesk } from './support.desk.ts';
import { registerSupport } from './support.routes.ts';
import { createSupportService, listConversations } from './support.service.ts';

export const support: Feature = {
  name: 'support',
  routes(endpoints, parts) {
    registerSupport(endpoints, createSupportService(parts));
    registerSupportDesk(endpoints, createSupportDesk(parts));
  },
  outside: registerSecurityTxt,
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
