import { railListFinalMs } from '@mohlat/lending';
import { istDate } from '@mohlat/money';
import type { TestServer } from './harness.ts';
import { Person } from './person.ts';
import { drained } from './waiting.ts';

export { drained };

let people = 0;
/** Scores of the default person's band which no test writes into a PAN of its own: theirs would be a second account of one PAN. */
const SCORES = [775, 776, 777, 778, 779, 784, 785, 786, 787, 788, 789] as const;

/** A person whose PAN no other test of this run knows: the bureau's score lies in the band of the default person. */
export function somebody(server: TestServer): Person {
  const letter = String.fromCharCode(65 + (people % 26));
  const score = SCORES[Math.floor(people / 26) % SCORES.length]!;
  people += 1;
  return new Person(server, `SBXP${letter}0${score}A`);
}

/** Moves the outside world's clock, and with it the server's. ISO duration, such as PT10M or P1D. */
export async function advance(server: TestServer, duration: string): Promise<void> {
  await server.control('POST', '/clock', { advance: duration });
}

/** Steps after which what was to come with time has not come. */
const STEPS_MAX = 400;

/** Moves the clock a step at a time until something is true; before each look all that is due by then is done. */
export async function untilPassing<T>(
  server: TestServer,
  step: string,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (let count = 0; count < STEPS_MAX; count += 1) {
    await advance(server, step);
    await drained();
    const seen = await look();
    if (seen !== undefined) return seen;
  }
  throw new Error(`${STEPS_MAX} steps of ${step} were in vain for ${look.toString()}`);
}

export async function moveTo(server: TestServer, instant: string): Promise<void> {
  await server.control('POST', '/clock', { now: instant });
}

/** Moves to the last minute in which the rail's list of the day may still change. */
export async function moveBeforeListIsFinal(server: TestServer): Promise<void> {
  await moveTo(server, new Date(railListFinalMs(istDate(server.now())) - 60_000).toISOString());
}

/** A new session. */
export async function signInAgain(person: Person): Promise<Person> {
  const { data, error } = await person
    .authClient()
    .signInWithPassword({ email: person.email, password: 'a quiet river stone' });
  if (error) throw error;
  person.token = data.session.access_token;
  return person;
}

export interface Executed {
  readonly paymentRefId: string;
  readonly amountPaise: number;
  readonly status: 'executed' | 'returned';
  readonly executedAt: string;
}

/** Lists the payments that the biller network really executed under one of our references. */
export function executedUnder(server: TestServer, reference: string): Promise<Executed[]> {
  return server.control('GET', `/truth/bill-payments?paymentRefId=${reference}`);
}

export interface Collected {
  readonly receipt: string | null;
  readonly orderId: string;
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly status: string;
}

export function collected(server: TestServer): Promise<Collected[]> {
  return server.control('GET', '/truth/collections');
}

/** Sum of postings by account, those of zero left out; `isSettled: false`: as if the rail had settled nothing yet. */
export async function balances(
  server: TestServer,
  of: { readonly loanId?: string; readonly userId?: string; readonly isSettled?: false } = {},
): Promise<Record<string, number>> {
  // By name: a wait asks it again and again, and planning it costs more than running it.
  const { rows } = await server.sql.query<{ account: string; paise: string }>({
    name: 'balances',
    text: `select account, sum(amount_paise)::text as paise from postings p
     where ($1::uuid is null or loan_id = $1) and ($2::uuid is null or user_id = $2)
       and ($3 or not exists (select 1 from journals j
         where j.user_id = p.user_id and j.id = p.journal_id and j.source_kind = 'coll_settle'))
     group by 1 having sum(amount_paise) <> 0 order by 1`,
    values: [of.loanId ?? null, of.userId ?? null, of.isSettled ?? true],
  });
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.paise)]));
}

/** Every status a payment ever had, in order. */
export async function statusesOf(server: TestServer, paymentId: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ to_status: string }>(
    'select to_status from bill_status_log where payment_id = $1 order by seq',
    [paymentId],
  );
  return rows.map((row) => row.to_status);
}

export interface AttemptRow {
  readonly our_reference: string;
  readonly state: string;
  readonly absent_count: number;
  readonly resent_count: number;
}

export async function attemptsOf(server: TestServer, paymentId: string): Promise<AttemptRow[]> {
  const { rows } = await server.sql.query<AttemptRow>(
    'select our_reference, state, absent_count, resent_count from payment_attempts where payment_id = $1',
    [paymentId],
  );
  return rows;
}

/** Open breaks of a payment, by kind. */
export async function breaksOf(server: TestServer, paymentId: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ kind: string }>(
    'select kind from reconciliation_breaks where payment_id = $1 and resolved_at is null order by kind',
    [paymentId],
  );
  return rows.map((row) => row.kind);
}

/** The journals of a payment, by kind. */
export async function journalKinds(server: TestServer, paymentId: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ source_kind: string }>(
    'select source_kind from journals where loan_id = $1 order by posted_at, source_kind',
    [paymentId],
  );
  return rows.map((row) => row.source_kind);
}

export async function fault(
  server: TestServer,
  provider: string,
  op: string,
  what: object,
  times: number | 'always' = 1,
): Promise<void> {
  await server.control('POST', '/faults', { provider, op, fault: what, times });
}

export async function clearFaults(server: TestServer): Promise<void> {
  await fetch(`${server.sandboxUrl}/control/faults`, { method: 'DELETE' });
}

/** Has a provider's call-backs delivered from now on, and those again whose body holds a text. Throws when there are none. */
export async function sendAgain(server: TestServer, provider: string, held: string): Promise<void> {
  await server.control('POST', '/webhooks/policy', { provider });
  const sent = await server.control<{ id: string; body: string }[]>('GET', '/webhooks');
  const again = sent.filter(({ body }) => body.includes(held));
  if (again.length === 0) throw new Error(`no call-back of ${provider} holds ${held}`);
  for (const { id } of again) await server.control('POST', `/webhooks/${id}/send`, {});
  await drained();
}
