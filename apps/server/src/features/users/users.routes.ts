import {
  addUserNote,
  blockUser,
  changeUser,
  changeUserNote,
  getUser,
  listUserNotes,
  listUsers,
  listUserTimeline,
  proposeUnblock,
  revealUserField,
} from '@mohlat/contract';
import { limitProposals } from '#features/credit/index.ts';
import { needing } from '#platform/db/database.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { type BlocksDeps, createBlocksService } from './users.block.ts';
import { createNotesService } from './users.notes.service.ts';
import { createUsersService } from './users.service.ts';

export function registerUsers(endpoints: EndpointRegistry, deps: BlocksDeps): void {
  const users = createUsersService(deps);
  const notes = createNotesService(deps);
  const blocks = createBlocksService(deps);
  const proposeLimit = limitProposals(deps);

  endpoints.handle(listUsers, ({ actor, query, trace }) => users.list(actor, query, trace));
  endpoints.handle(getUser, ({ actor, params, trace }) => users.get(actor, params.id, trace));
  endpoints.handle(listUserTimeline, ({ actor, params, query, trace }) =>
    users.timeline(actor, params.id, query, trace),
  );
  endpoints.handle(revealUserField, ({ actor, params, body, trace }) =>
    users.reveal(actor, params.id, body, trace),
  );
  endpoints.handle(listUserNotes, ({ actor, params, query, trace }) =>
    notes.list(actor, params.id, query, trace),
  );
  endpoints.handle(addUserNote, ({ actor, params, body, trace }) => notes.add(actor, params.id, body, trace));
  endpoints.handle(changeUserNote, ({ actor, params, body, trace }) =>
    notes.change(actor, params.id, params.noteId, body, trace),
  );
  endpoints.handle(blockUser, ({ actor, params, body, trace }) =>
    blocks.block(actor, params.id, body, trace),
  );
  endpoints.handle(proposeUnblock, ({ actor, params, body, trace }) =>
    blocks.proposeUnblock(actor, params.id, body, trace),
  );
  endpoints.handle(changeUser, async ({ actor, params: { id }, body, trace }) => {
    const { approvalId } =
      'limitPaise' in body
        ? // The door is support's, too: a limit is proposed by risk.
          await proposeLimit(needing(actor, 'risk'), id, body, trace)
        : body.state === 'blocked'
          ? await blocks.block(actor, id, body, trace)
          : await blocks.proposeUnblock(actor, id, body, trace);
    return { approvalId };
  });
}
