import { randomUUID } from 'node:crypto';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import { catchUp } from '../src/features/lending/index.ts';
import { createClock } from '../src/platform/clock/clock.ts';
import { createDatabase, type Tx } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import type { TestServer } from './harness.ts';
import { idOf as idNamed, lendTo, noonOf } from './lending-lab.ts';
import type { Person } from './person.ts';
import { idOf } from './racing.ts';
import { somebody } from './steps.ts';
import { patientPool } from './database.ts';

/** The limit that the bureau's default person is offered. */
const LIMIT_PAISE = 2_500_000;

/** A borrower who signed up and has a limit. KYC and assessment are written and not lived: they are tested elsewhere. */
export async function aBorrower(server: TestServer): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  const userId = await idOf(person);
  await server.sql.query(
    `with known as (insert into kyc_records (user_id, pan_status, aadhaar_status, updated_at)
       values ($1, 'verified', 'verified', $2)
       on conflict (user_id) do update set pan_status = 'verified', aadhaar_status = 'verified'),
     agreed as (insert into consents (user_id, purpose, version, wording, given_at)
       values ($1, 'credit_limit', '1', 'lab', $2) returning id)
     update credit_accounts set state = 'active', limit_paise = $3, limit_consent_id = agreed.id, report_on = $2::date,
       review_on = $2::date + interval '6 months'
     from agreed where user_id = $1`,
    [userId, new Date(server.now()), LIMIT_PAISE],
  );
  return person;
}

export interface Borrowed {
  readonly billPaise: number;
  readonly instalments?: number;
  /** The day on which the bill was paid; today where it is left out. */
  readonly on?: BusinessDate;
}

/**
 * A bill of theirs that was paid, and each day since then closed: the loan's rules decide and `book` writes all of it at once, on a
 * clock that stands still. The loan stands as if it had been lived; `borrowing.test.ts` compares both. Answers its id.
 */
export async function aPaidBill(
  server: TestServer,
  person: Person,
  { billPaise, instalments = 1, on }: Borrowed,
): Promise<string> {
  const userId = await idOf(person);
  const loanId = idNamed(randomUUID());
  const now = new Date(server.now());
  const today = istDate(now.getTime());
  const disbursedOn = on ?? today;
  await asWorker(server, userId, async (tx) => {
    const terms = { billPaise, instalments, disbursedOn, supplyState: '27' };
    await lendTo(tx, { userId, loanId }, terms, on === undefined ? now : noonOf(on));
    if (disbursedOn < today) await catchUp(tx, userId, addDays(today, -1), now);
  });
  return loanId;
}

/** Works on a person's rows as the worker of the product does. */
export async function asWorker<T>(
  server: TestServer,
  userId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const pool = patientPool(server.databaseUrl, 'mohlat_worker', 1);
  try {
    const clock = createClock(createLog('silent', { write: () => {} }));
    return await createDatabase(pool, clock).forUser(userId, work);
  } finally {
    await pool.end();
  }
}
