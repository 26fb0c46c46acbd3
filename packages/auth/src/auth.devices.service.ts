import type { Newest } from '@mohlat/platform/db/newest.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { endChanges } from './auth.changes.repo.ts';
import { insertEvent } from './auth.events.repo.ts';
import type { AuthParts } from './auth.parts.ts';
import { findUser } from './auth.repo.ts';
import { deleteSessions, findSession, listLiveSessions, type SessionPlace } from './auth.sessions.repo.ts';

/** One session of a person, proven by its access token. */
export interface SessionRef {
  readonly userId: string;
  readonly sessionId: string;
}

/** A place where a person is logged in. */
export interface DeviceRow {
  readonly id: string;
  /** The line the browser calls itself by; null where it sent none. */
  readonly userAgent: string | null;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
}

/** Sessions as their owner manages them. The protocol has no call for it: the host offers it in its own API. */
export interface Devices {
  /** Lists where the person is logged in: this session first, then the one used last, and how many come after this page. */
  list(
    tx: Tx,
    who: SessionRef,
    page: { readonly limit: number; readonly after?: SessionPlace | undefined },
  ): Promise<Newest<DeviceRow>>;
  /** Ends one session of the person, and changes of contact, which it may have begun; false where there is none of this id. */
  end(tx: Tx, who: SessionRef, sessionId: string, ip: string): Promise<boolean>;
}

export function createDevices(parts: AuthParts): Devices {
  const { machineClock } = parts;
  return {
    async list(tx, who, page) {
      const { items, leftOutCount } = await listLiveSessions(tx, who, page, machineClock.now());
      const rows = items.map(({ id, user_agent, created_at, refreshed_at }) => ({
        id,
        userAgent: user_agent,
        signedInAt: created_at,
        lastUsedAt: refreshed_at ?? created_at,
      }));
      return { items: rows, leftOutCount };
    },
    async end(tx, { userId }, sessionId, ip) {
      // In the order of everybody who changes an account: the user before the session.
      await findUser(tx, userId, 'lock');
      const session = await findSession(tx, userId, sessionId, 'lock');
      if (!session) return false;
      await deleteSessions(tx, parts, userId, { only: session.id });
      await endChanges(tx, userId);
      const event = { userId, what: 'signed_out', sessionId: session.id, ip } as const;
      await insertEvent(tx, event, machineClock.now());
      return true;
    },
  };
}
