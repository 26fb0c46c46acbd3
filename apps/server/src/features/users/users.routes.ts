import {
  addUserNote,
  blockUser,
  changeUserNote,
  getUser,
  listUserJournals,
  listUserNotes,
  listUserPayments,
  listUserRepayments,
  listUsers,
  listUserTimeline,
  proposeUnblock,
  revealUserField,
} from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { type BlocksDeps, createBlocksService } from './users.block.ts';
import { createNotesService } from './users.notes.service.ts';
import { createUsersService } from './users.service.ts';

export function registerUsers(endpoints: EndpointRegistry, deps: BlocksDeps): void {
  const users = createUsersService(deps);
  const notes = createNotesService(deps);
  const blocks = createBlocksService(deps);

  endpoints.handle(listUsers, ({ actor, query, request }) => users.list(actor, query, traceOf(request)));
  endpoints.handle(getUser, ({ actor, params, request }) => users.get(actor, params.id, traceOf(request)));
  endpoints.handle(listUserPayments, ({ actor, params, query, request }) =>
    users.payments(actor, params.id, query, traceOf(request)),
  );
  endpoints.handle(listUserRepayments, ({ actor, params, query, request }) =>
    users.repayments(actor, params.id, query, traceOf(request)),
  );
  endpoints.handle(listUserJournals, ({ actor, params, query, request }) =>
    users.journals(actor, params.id, query, traceOf(request)),
  );
  endpoints.handle(listUserTimeline, ({ actor, params, query, request }) =>
    users.timeline(actor, params.id, query, traceOf(request)),
  );
  endpoints.handle(revealUserField, ({ actor, params, body, request }) =>
    users.reveal(actor, params.id, body, traceOf(request)),
  );
  endpoints.handle(listUserNotes, ({ actor, params, query, request }) =>
    notes.list(actor, params.id, query, traceOf(request)),
  );
  endpoints.handle(addUserNote, ({ actor, params, body, request }) =>
    notes.add(actor, params.id, body, traceOf(request)),
  );
  endpoints.handle(changeUserNote, ({ actor, params, body, request }) =>
    notes.change(actor, params.id, params.noteId, body, traceOf(request)),
  );
  endpoints.handle(blockUser, ({ actor, params, body, request }) =>
    blocks.block(actor, params.id, body, traceOf(request)),
  );
  endpoints.handle(proposeUnblock, ({ actor, params, body, request }) =>
    blocks.proposeUnblock(actor, params.id, body, traceOf(request)),
  );
}
