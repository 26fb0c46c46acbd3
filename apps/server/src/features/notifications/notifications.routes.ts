import { listDeliveries, listNotifications, readAllNotifications, readNotification } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { showDeliveries } from './deliveries.service.ts';
import { listLines } from './texts/lines.ts';

export function registerNotifications(
  endpoints: EndpointRegistry,
  { api, staff, clock }: Pick<FeatureContext, 'api' | 'staff' | 'clock'>,
): void {
  registerDeliveries(endpoints, { staff, clock });
  endpoints.handle(listNotifications, ({ actor, query: page }) =>
    api.asUser(actor, async (tx) => {
      const { items, nextCursor } = await listLines(tx, actor.userId, page);
      return {
        items: items.map(({ at, read_at, ...row }) => ({
          ...row,
          type: row.type,
          date: at.toISOString(),
          read: read_at !== null,
        })),
        nextCursor,
        unreadCount: await countUnread(tx, actor.userId),
      };
    }),
  );
  endpoints.handle(readNotification, ({ actor, params }) =>
    api.asUser(actor, async (tx) => {
      const rows = await tx.call(
        'update notifications set read_at = coalesce(read_at, $3) where user_id = $1 and id = $2 returning id',
        [actor.userId, params.id, clock.now()],
      );
      if (rows.length === 0) throw new DomainError('not_found');
    }),
  );
  endpoints.handle(readAllNotifications, ({ actor }) =>
    api.asUser(actor, async (tx) => {
      await tx.call('update notifications set read_at = $2 where user_id = $1 and read_at is null', [
        actor.userId,
        clock.now(),
      ]);
    }),
  );
}

async function countUnread(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.call<{ count: number }>(
    'select count(*) as count from notifications where user_id = $1 and read_at is null',
    [userId],
  );
  return row?.count ?? 0;
}

function registerDeliveries(
  endpoints: EndpointRegistry,
  deps: Pick<FeatureContext, 'staff' | 'clock'>,
): void {
  endpoints.handle(listDeliveries, ({ actor, params, query, trace }) => {
    const look = { userId: params.id, ...trace };
    return showDeliveries(deps, actor, look, query);
  });
}
