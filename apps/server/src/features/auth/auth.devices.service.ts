import { type DeviceSession, endSession, listSessions } from '@mohlat/contract';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { deviceNameOf } from './auth.devices.rules.ts';
import type { AuthParts } from './auth.parts.ts';
import { insertEvent } from './auth.events.repo.ts';
import { type ListedSession, deleteSessions, findSession, listLiveSessions } from './auth.sessions.repo.ts';

type Deps = Pick<AuthParts, 'db' | 'machineClock'>;

export interface DevicesService {
  /** Where the person is logged in: this session first, then the one used last. */
  list(actor: Actor): Promise<{ items: DeviceSession[] }>;
  /** Logs one of the person's own devices out. Throws not_found. */
  end(actor: Actor, sessionId: string, ip: string): Promise<void>;
}

export function createDevicesService({ db, machineClock }: Deps): DevicesService {
  return {
    list: (actor) =>
      db.asUser(actor, async (tx) => {
        const rows = await listLiveSessions(tx, actor, machineClock.now());
        return { items: rows.map((row) => present(row, actor)) };
      }),
    end: (actor, sessionId, ip) =>
      db.asUser(actor, async (tx) => {
        const session = await findSession(tx, actor.userId, sessionId, 'lock');
        if (!session) throw new DomainError('not_found');
        await deleteSessions(tx, actor.userId, { only: session.id });
        const event = { userId: actor.userId, what: 'signed_out', sessionId: session.id, ip } as const;
        await insertEvent(tx, event, machineClock.now());
      }),
  };
}

function present(row: ListedSession, actor: Actor): DeviceSession {
  return {
    id: row.id,
    ...deviceNameOf(row.user_agent),
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: (row.refreshed_at ?? row.created_at).toISOString(),
    isCurrent: row.id === actor.sessionId,
  };
}

/** Adds the list of devices to the product's own API: the protocol has no call for it. */
export function registerDevices(endpoints: EndpointRegistry, devices: DevicesService): void {
  endpoints.handle(listSessions, ({ actor }) => devices.list(actor));
  endpoints.handle(endSession, ({ actor, params, request }) =>
    devices.end(actor, params.id, clientAddress(request)),
  );
}
