import { figure } from '#platform/figures/figures.ts';

const HELD = "from unidentified_receipts where status = 'held'";

/** Money that came and belongs to nobody yet. */
export const COLLECTION_FIGURES = [
  figure({
    name: 'mohlat_unmatched_paise',
    help: 'Money received that nobody could be found for yet',
    sql: `select coalesce(sum(amount_paise), 0)::bigint as value ${HELD}`,
  }),
  figure({
    name: 'mohlat_unmatched_oldest_seconds',
    help: 'How long the oldest money without an owner has been here',
    sql: `select coalesce(extract(epoch from $1::timestamptz - min(received_at)), 0)::bigint as value ${HELD}`,
  }),
];
