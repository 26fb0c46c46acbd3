import { figure } from '#platform/figures/figures.ts';

/** Whether every closed day is signed. */
export const EVIDENCE_FIGURES = [
  figure({
    name: 'mohlat_anchors_missing',
    help: 'Closed days without an anchor',
    sql: `select count(*)::integer as value from business_days
      where closed_at is not null and day_on > coalesce((select max(day_on) from anchors), '-infinity')`,
  }),
];
