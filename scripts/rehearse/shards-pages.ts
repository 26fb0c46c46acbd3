import { type Reader, signInPerson } from '../../bench/admin/calls.ts';
import { ENDPOINTS } from '../../packages/contract/src/catalogue.ts';
import type { Check } from './rehearsal.ts';
import type pg from 'pg';

interface Person {
  readonly email: string;
  readonly user: string;
  readonly payment: string;
  readonly mandate: string;
}

/**
 * Every read of the contract, asked once: the staff's by a lead, the others by a borrower with autopay. A refusal such as "not found"
 * is an answer, for its statement was planned. What the server itself failed at is none.
 */
export async function proveReads(
  sql: pg.ClientBase,
  url: string,
  lead: Reader,
  say: (line: string) => void,
): Promise<Check> {
  const person = await findPerson(sql);
  const own = await signInPerson(url, person.email);
  const statuses: number[] = [];
  for (const { path } of Object.values(ENDPOINTS).filter(({ method }) => method === 'GET')) {
    const status = await ask(path.startsWith('/admin/') ? lead : own, `/api/v1${fill(path, person)}`);
    if (status >= 500) say(`  GET ${path}: ${status}`);
    statuses.push(status);
  }
  const count = (isSo: (status: number) => boolean) => statuses.filter(isSo).length;
  const [full, failed] = [count((status) => status < 300), count((status) => status >= 500)];
  return {
    what: 'no read of the contract fails',
    figure: `${statuses.length} asked, ${full} answered in full, ${failed} failed`,
    isGood: full > 0 && failed === 0,
  };
}

/** A borrower whose loan autopay collects. Accounts are of the coordinator, so they are asked apart. */
async function findPerson(sql: pg.ClientBase): Promise<Person> {
  const { rows } = await sql.query<Omit<Person, 'email'>>(
    'select user_id as "user", loan_id as payment, id as mandate from mandates order by created_at limit 1',
  );
  const [found] = rows;
  if (!found) throw new Error('nobody has autopay');
  const { rows: accounts } = await sql.query<{ email: string }>(
    'select email from auth.users where id = $1',
    [found.user],
  );
  return { ...found, email: accounts[0]!.email };
}

/** The path with the person's ids; for what they have none of, the payment's. */
function fill(path: string, { user, payment, mandate }: Person): string {
  return path
    .replace(/users\/\{\w+\}/, `users/${user}`)
    .replace(/mandates\/\{\w+\}/, `mandates/${mandate}`)
    .replaceAll(/\{\w+\}/g, payment);
}

/** The status that a reader is answered with. */
async function ask(reader: Reader, path: string): Promise<number> {
  try {
    await reader.get(path);
    return 200;
  } catch (error) {
    const status = /: (\d{3}) /.exec(String(error))?.[1];
    if (!status) throw error;
    return Number(status);
  }
}
