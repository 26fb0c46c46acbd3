import type { Hardship } from '@mohlat/contract';
import type { HardshipRow } from './hardships.repo.ts';

/** One as the contract tells of it. */
export function present(row: HardshipRow): Hardship {
  return {
    id: row.id,
    paymentId: row.loan_id,
    reason: row.reason,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    untilDate: row.until_on,
  };
}
