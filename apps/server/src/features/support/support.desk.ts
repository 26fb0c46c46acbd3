import type { Trace } from '#platform/http/trace.ts';
import type {
  changeSupportMessage,
  listSupportMessages,
  replyToSupportMessage,
  TicketDetail,
  TicketItem,
} from '@mohlat/contract';
import type { ActCall, ListCall } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Language, Messenger, Notice, Notifier } from '#features/notifications/index.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { pageOf } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './support.repo.ts';
import { readTicket } from './support.rules.ts';

/** The desk of the support team. Every look and every change is audited; staff never answer their own request. */
export interface SupportDesk {
  readonly list: ListCall<typeof listSupportMessages>;
  /** Throws not_found. */
  get(actor: Actor, id: string, trace: Trace): Promise<TicketDetail>;
  /** Throws not_found, own_account, ticket_changed. */
  readonly reply: ActCall<typeof replyToSupportMessage>;
  /** Throws not_found, own_account, ticket_changed. */
  readonly change: ActCall<typeof changeSupportMessage>;
}

type Deps = Pick<FeatureContext, 'worker' | 'vault' | 'clock' | 'config'> & {
  readonly messenger: Messenger;
  readonly notifier: Notifier;
  readonly lender: Pick<LenderIdentity, 'supportEmail'>;
};

export function createSupportDesk(deps: Deps): SupportDesk {
  const { worker, vault, clock } = deps;
  return {
    list: (actor, filter, trace) =>
      worker.asStaff(actor, async (tx) => {
        const rows = await repo.listTickets(tx, {
          ...filter,
          ticket: filter.ticket === undefined ? undefined : readTicket(filter.ticket),
          assignedTo: assigneeOf(filter.assignee, actor, undefined),
        });
        const place = ({ updated_at: at, id }: repo.TicketRow) => ({ at, id });
        const { items, nextCursor } = pageOf(rows, filter.limit, place);
        const { status, assignee, userId } = filter;
        // Not what was typed for a ticket: the log keeps for good.
        const by = filter.ticket === undefined ? null : 'ticket';
        const details = { by, status, assignee, userId, found: items.length };
        const about = { objectKind: 'ticket', subjectId: userId ?? null };
        await writeAudit(tx, clock.now(), { action: 'tickets.read', ...about, details }, trace);
        return { items: items.map((row) => toItem(deps, row)), nextCursor };
      }),
    get: (actor, id, trace) =>
      worker.asStaff(actor, async (tx) => {
        const row = await found(tx, id);
        await writeAudit(tx, clock.now(), { action: 'ticket.read', ...aboutOf(row) }, trace);
        return toDetail(deps, tx, row);
      }),
    reply: (actor, id, { message, version, closes }, trace) =>
      worker.asStaff(actor, async (tx) => {
        const row = await mayTouch(tx, actor, id);
        const now = clock.now();
        const status = closes ? ('closed' as const) : ('answered' as const);
        const change = { id, version, status, assignedTo: actor.userId, updatedAt: now };
        if (!(await repo.changeTicket(tx, change))) throw new DomainError('ticket_changed');
        await repo.insertAnswer(tx, vault, { id, staffId: actor.userId, text: message }, now);
        await tell(deps, tx, row, message);
        const details = { before: row.status, after: status };
        await writeAudit(tx, now, { action: 'ticket.answered', ...aboutOf(row), details }, trace);
        return toDetail(deps, tx, await found(tx, id));
      }),
    change: (actor, id, { version, assignee, status }, trace) =>
      worker.asStaff(actor, async (tx) => {
        const row = await mayTouch(tx, actor, id);
        const now = clock.now();
        const after = {
          status: status ?? row.status,
          assignedTo: assigneeOf(assignee, actor, row.assigned_to),
        };
        // Taking a ticket does not move its sender back to the end of the queue.
        const updatedAt = after.status === row.status ? row.updated_at : now;
        if (!(await repo.changeTicket(tx, { id, version, updatedAt, ...after })))
          throw new DomainError('ticket_changed');
        const before = { status: row.status, assignedTo: row.assigned_to };
        const details = { before, after };
        await writeAudit(tx, now, { action: 'ticket.changed', ...aboutOf(row), details }, trace);
        return toDetail(deps, tx, await found(tx, id));
      }),
  };
}

function assigneeOf<T>(assignee: 'me' | 'nobody' | undefined, actor: Actor, otherwise: T): string | null | T {
  if (assignee === undefined) return otherwise;
  return assignee === 'me' ? actor.userId : null;
}

async function found(tx: Tx, id: string): Promise<repo.TicketRow> {
  const row = await repo.findTicket(tx, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

async function mayTouch(tx: Tx, actor: Actor, id: string): Promise<repo.TicketRow> {
  const row = await found(tx, id);
  if (row.user_id === actor.userId) throw new DomainError('own_account');
  return row;
}

/** The answer goes to the address the sender gave; a sender with an account finds it in the app, too. */
async function tell(deps: Deps, tx: Tx, row: repo.TicketRow, answer: string): Promise<void> {
  const { vault, messenger, notifier, lender, config, clock } = deps;
  const { ticket, language } = row;
  const to = repo.openField(vault, 'email', ticket, row.email_sealed);
  const subject = repo.openField(vault, 'subject', ticket, row.subject_sealed);
  if (row.user_id === null) {
    const vars = { ticket, answer, supportEmail: lender.supportEmail };
    await messenger.enqueue(tx, {
      channel: 'email',
      to,
      template: 'support.answered_visitor',
      vars,
      language,
    });
    return;
  }
  const path = `/dashboard/help?request=${row.id}`;
  const vars = { ticket, answer, link: `${config.publicUrl}${path}` };
  await messenger.enqueue(tx, { channel: 'email', to, template: 'support.answered', vars, language });
  await notifier.notify(
    tx,
    row.user_id,
    (spoken) => answerNotice(spoken, { subject, ticket, path }),
    clock.now(),
  );
}

function toItem({ vault }: Pick<Deps, 'vault'>, row: repo.TicketRow): TicketItem {
  return {
    id: row.id,
    ticket: row.ticket,
    subject: repo.openField(vault, 'subject', row.ticket, row.subject_sealed),
    name: repo.openField(vault, 'name', row.ticket, row.name_sealed),
    status: row.status,
    account: row.user_id === null ? null : { id: row.user_id, name: row.account_name },
    assignee: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assignee_name },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

async function toDetail(deps: Pick<Deps, 'vault'>, tx: Tx, row: repo.TicketRow): Promise<TicketDetail> {
  const { vault } = deps;
  const first = {
    id: row.id,
    from: 'sender' as const,
    text: repo.openField(vault, 'message', row.ticket, row.message_sealed),
    at: row.created_at.toISOString(),
    by: null,
  };
  const later = (await repo.listLines(tx, row.id)).map((line) => ({
    id: line.id,
    from: line.written_by === null ? ('sender' as const) : ('support' as const),
    text: repo.openLine(vault, line.id, line.text_sealed),
    at: line.at.toISOString(),
    by: line.written_by === null ? null : { id: line.written_by, name: line.writer_name },
  }));
  return {
    ...toItem(deps, row),
    email: repo.openField(vault, 'email', row.ticket, row.email_sealed),
    language: row.language,
    lines: [first, ...later],
  };
}

function aboutOf({ id, user_id: subjectId }: repo.TicketRow) {
  return { objectKind: 'ticket', objectId: id, subjectId };
}

/** Writes the app's notice of an answer: which request it belongs to, never its text. */
function answerNotice(
  language: Language,
  { subject, ticket, path }: { readonly subject: string; readonly ticket: string; readonly path: string },
): Notice {
  const words = {
    en: {
      title: 'Our support team has answered',
      description: `Your request "${subject}" (${ticket}).`,
    },
    hi: { title: 'हमारी सहायता टीम ने जवाब दिया है', description: `आपका अनुरोध "${subject}" (${ticket})।` },
  } as const;
  return { type: 'info', icon: 'message', ...words[language], language, link: path };
}
