import type { Absence } from '@mohlat/lending';

/** SQL: the looks in a row that did not find what a row of this alias asked a rail for; null where the last one was not in vain. */
export const absenceOf = (alias: string): string =>
  `case when ${alias}.absent_since is not null then json_build_object(
    'since', extract(epoch from ${alias}.absent_since) * 1000, 'looks', ${alias}.absent_looks) end as absence`;

/** The values of `absent_since` and `absent_looks`. */
export const absentValues = (absence: Absence | null): [since: Date | null, looks: number] => [
  absence && new Date(absence.since),
  absence?.looks ?? 0,
];
