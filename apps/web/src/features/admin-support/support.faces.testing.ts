import type { listSupportMessages, TicketDetail } from '@mohlat/contract';
import { type Face, list, one } from '../../../test/faces.ts';
import { asha, AT, ID, type RowOf } from '../../../test/staff-samples.ts';

export const ticketRow: RowOf<typeof listSupportMessages> = {
  id: ID,
  ticket: 'MHL-1001',
  subject: 'Where is my card?',
  name: asha.name,
  status: 'open',
  account: asha,
  assignee: null,
  createdAt: AT,
  updatedAt: AT,
  version: 1,
};

const ticket: TicketDetail = {
  ...ticketRow,
  email: 'asha@example.in',
  language: 'en',
  lines: [{ id: ID, from: 'sender', text: 'I added it yesterday.', at: AT, by: null }],
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/support', 'support/messages', ticketRow, 'Where is my card?', 'Nobody waits for an answer.'),
  one('/admin/support/:id', 'support/messages/:id', ticket, 'I added it yesterday.'),
];
