import type { AnswerOf, listDeliveries, QueryOf } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { pageOf } from '#platform/db/cursor.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Trace } from '#platform/http/trace.ts';
import * as deliveries from './deliveries.repo.ts';

/** The person whose messages staff look at, and the request that looks. */
interface Look extends Trace {
  readonly userId: string;
}

/** Shows the messages sent to a person to staff who are asked where one is. Looking is audited. Throws not_found. */
export async function showDeliveries(
  { staff, clock }: Pick<FeatureContext, 'staff' | 'clock'>,
  actor: Actor,
  { userId, ...trace }: Look,
  page: QueryOf<typeof listDeliveries>,
): Promise<AnswerOf<typeof listDeliveries>> {
  return staff.asStaff(actor, async (tx) => {
    if (!(await deliveries.isKnown(tx, userId))) throw new DomainError('not_found');
    const note = {
      action: 'deliveries.read',
      objectKind: 'user',
      objectId: userId,
      subjectId: userId,
    } as const;
    await writeAudit(tx, clock.now(), note, trace);
    const rows = await deliveries.list(tx, userId, page);
    const place = ({ queued_at: at, id }: deliveries.DeliveryRow) => ({ at, id });
    const { items, nextCursor } = pageOf(rows, page.limit, place);
    return {
      items: items.map(({ provider_ref, queued_at, settled_at, ...row }) => ({
        ...row,
        providerRef: provider_ref,
        queuedAt: queued_at.toISOString(),
        settledAt: settled_at?.toISOString() ?? null,
      })),
      nextCursor,
    };
  });
}
