import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { planTables } from '../../db/citus/distribute.ts';
import { planNodes } from '../../db/citus/nodes.ts';
import { ROOT } from '../run.ts';
import type { Check } from './rehearsal.ts';

/**
 * The SQL of a release: each file of functions is another one, there is a table of people more, and one without people that refers to
 * a copied table, and two tables of people have an index more. Answers its folder.
 */
export function makeRelease(): string {
  const root = mkdtempSync(join(tmpdir(), 'mohlat-release-'));
  cpSync(join(ROOT, 'db'), root, { recursive: true });
  for (const file of readdirSync(join(root, 'functions'))) {
    const path = join(root, 'functions', file);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n-- changed\n`);
  }
  writeFileSync(
    join(root, 'migrations', '9999_of_people.sql'),
    `create table of_people (user_id uuid not null, id uuid not null default new_id(), payment_id uuid not null, account text references accounts,
       status text not null default 'waiting' check (status in ('waiting', 'done')),
       primary key (user_id, id), unique (user_id, payment_id), foreign key (user_id, payment_id) references payments (user_id, id));
     create index of_people_by_status on of_people (status, id);
     select protect_user_table('of_people');
     grant select, insert on of_people to mohlat_api;
     create function of_people_stay() returns trigger language plpgsql as $$
declare
  v_paid integer;
begin
  select count(*) into v_paid from gone join payments p on p.user_id = gone.user_id and p.id = gone.payment_id;
  if v_paid > 0 then raise restrict_violation; end if;
  return null;
end $$;
     create trigger of_people_stay after delete on of_people referencing old table as gone for each statement execute function of_people_stay();
     create table of_nobody (account text primary key references accounts);
     create index payments_of_release on payments (user_id, bill_status);
     create index loans_of_release on loans (user_id, status)`,
  );
  return root;
}

/**
 * A process of a release after this one starts on the cluster: it puts in functions that know nothing of nodes, and a table. Twice, for
 * the second finds nothing to do.
 */
export async function proveRelease(sql: pg.ClientBase, databaseUrl: string): Promise<Check[]> {
  const root = makeRelease();
  try {
    const from = performance.now();
    await migrate(databaseUrl, root);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const left = await countLeft(sql);
    await migrate(databaseUrl, root);
    const kept = await isKept(sql);
    return [
      {
        what: 'what a release replaces is laid again by its first process',
        figure: `${left} statements left after ${seconds} s, ${await countLeft(sql)} after a second start`,
        isGood: left === 0,
      },
      {
        what: 'a new table of people lies beside the others, with its keys and trigger',
        figure: kept ? 'a row of a payment taken and kept, one of none refused' : 'they do not hold',
        isGood: kept,
      },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function countLeft(sql: pg.ClientBase): Promise<number> {
  const plan = await planTables(sql);
  return plan.statements.length + (await planNodes(sql, plan)).length;
}

/** Whether the new table takes the row of a payment, refuses one of a payment that there is not, and its trigger finds that payment. */
async function isKept(sql: pg.ClientBase): Promise<boolean> {
  const { rows } = await sql.query(
    `insert into of_people (user_id, id, payment_id) select user_id, id, id from payments order by id limit 1 returning id`,
  );
  return (
    rows.length === 1 &&
    (await isRefused(
      sql,
      '23503',
      'insert into of_people (user_id, id, payment_id) values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid())',
    )) &&
    isRefused(sql, '23001', 'delete from of_people')
  );
}

async function isRefused(sql: pg.ClientBase, code: string, statement: string): Promise<boolean> {
  try {
    await sql.query(statement);
    return false;
  } catch (error) {
    if ((error as { code?: string }).code !== code) throw error;
    return true;
  }
}
