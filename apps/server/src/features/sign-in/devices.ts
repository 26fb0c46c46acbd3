import { type DeviceSession, endSession, listSessions } from '@mohlat/contract';
import { type Auth, deviceNameOf } from '@mohlat/auth';
import type { Actor, Database } from '#platform/db/database.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';

interface Deps {
  readonly devices: Auth['devices'];
  /** As role mohlat_auth. */
  readonly db: Database;
}

/** Adds the list of a person's devices to the product's own API: the protocol has no call for it. */
export function registerDevices(endpoints: EndpointRegistry, { devices, db }: Deps): void {
  endpoints.handle(listSessions, ({ actor }) =>
    db.asUser(actor, async (tx) => {
      const { items, leftOutCount } = await devices.list(tx, actor);
      return { items: items.map((row) => present(row, actor)), leftOutCount };
    }),
  );
  endpoints.handle(endSession, ({ actor, params, request }) =>
    db.asUser(actor, async (tx) => {
      if (!(await devices.end(tx, actor, params.id, clientAddress(request))))
        throw new DomainError('not_found');
    }),
  );
}

type Device = Awaited<ReturnType<Auth['devices']['list']>>['items'][number];

function present({ id, userAgent, signedInAt, lastUsedAt }: Device, actor: Actor): DeviceSession {
  return {
    id,
    ...deviceNameOf(userAgent),
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === actor.sessionId,
  };
}
