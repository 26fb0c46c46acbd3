import { type DeviceSession, endSession, listSessions } from '@mohlat/contract';
import { type Auth, deviceNameOf } from '@mohlat/auth';
import { z } from 'zod';
import { cursorInstant, readKey, writeKey } from '#platform/db/cursor.ts';
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
  endpoints.handle(listSessions, ({ actor, query: { limit, cursor } }) =>
    db.asUser(actor, async (tx) => {
      const [usedAt, id] = readKey(cursor, place) ?? [];
      const after = id === undefined ? undefined : { id, usedAt: usedAt ? new Date(usedAt) : null };
      const { items, leftOutCount } = await devices.list(tx, actor, { limit, after });
      const last = items.at(-1);
      return {
        items: items.map((row) => present(row, actor)),
        nextCursor: leftOutCount > 0 && last ? writeKey(placeOf(last, actor)) : null,
        leftOutCount,
      };
    }),
  );
  endpoints.handle(endSession, ({ actor, params, request }) =>
    db.asUser(actor, async (tx) => {
      if (!(await devices.end(tx, actor, params.id, clientAddress(request))))
        throw new DomainError('not_found');
    }),
  );
}

/** When the last one of a page was used, and its id; no time of the caller's own, which comes before all others. */
const place = z.tuple([cursorInstant.nullable(), z.uuid()]);
const placeOf = ({ id, lastUsedAt }: Device, { sessionId }: Actor): z.infer<typeof place> => [
  id === sessionId ? null : lastUsedAt.toISOString(),
  id,
];

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
