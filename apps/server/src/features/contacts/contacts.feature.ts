import { logContact, nameRecoveryAgent } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import { BOOKS, booksWithout } from '#features/personal-data.ts';
import { createContactsService } from './contacts.service.ts';

export const contacts: Feature = {
  name: 'contacts',
  routes(endpoints, parts) {
    const service = createContactsService(parts);
    endpoints.handle(nameRecoveryAgent, ({ actor, params, body, trace }) =>
      service.nameAgent(actor, params.id, body, trace),
    );
    endpoints.handle(logContact, ({ actor, params, body, trace }) =>
      service.log(actor, params.id, body, trace),
    );
  },
  personalData: [
    {
      table: 'contacts',
      topic: 'books',
      title: { en: 'Reminders we sent you, and calls we made', hi: 'हमारे भेजे गए रिमाइंडर और किए गए फ़ोन' },
      // Words of staff about a talk are no part of the books.
      fate: booksWithout('note = null'),
    },
    {
      table: 'recovery_agents',
      topic: 'books',
      title: { en: 'Recovery agents named to you', hi: 'आपको बताए गए वसूली एजेंट' },
      // No books are in the name of an agent.
      fate: { ...BOOKS, customer: { keep: 'books', atEnd: 'erase' } },
    },
  ],
};
