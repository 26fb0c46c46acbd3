/** Rows to delete, a batch at a time so that no lock is held for long. */
interface Some {
  readonly table: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
  /** Their condition, asked again of each row under its lock: one that was renewed meanwhile stays. */
  readonly where: string;
  /** The parameter or number of rows at most. */
  readonly limit: string;
}

/**
 * Builds a statement that deletes rows and answers how many as `gone`. They are named by their keys: a `ctid` is a row's place in its table,
 * and on a cluster the tables of all nodes count from the same place on.
 */
export function deleteSome({ table, keys, where, limit }: Some): string {
  const due = keys.map((key) => `${key} as due_${key}`).join(', ');
  const isDue = keys.map((key) => `${table}.${key} = due.due_${key}`).join(' and ');
  return `with due as (select ${due} from ${table} where ${where} limit ${limit}),
     gone as (delete from ${table} using due where ${isDue} and (${where}) returning 1)
     select count(*)::int as gone from gone`;
}
