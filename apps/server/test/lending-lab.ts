import { machinePause } from '../src/platform/clock/clock.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { RepaymentIntent } from '@mohlat/contract';
import { loanBooked, openingOf } from '@mohlat/lending';
import {
  aprMonthlyBps,
  aprSingleBps,
  type BusinessDate,
  gstInsideFee,
  istDate,
  paise,
  scheduleTotals,
  serviceFee,
  planSchedule,
} from '@mohlat/money';
import { catchUp } from '../src/features/lending/index.ts';
import { createMessenger, createNotifier } from '../src/features/notifications/index.ts';
import { creditCaptured } from '../src/features/repayments/repayments.settle.ts';
import type { Config } from '../src/platform/config/config.ts';
import { createVault } from '../../../packages/platform/src/crypto/vault.ts';
import { createDatabase, type Tx } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import { cloneDatabase, patientPool } from './database.ts';
import { besideKernel, nothingCompared } from './kernel-beside.ts';
import { brokenInvariants } from './prover.ts';
import { standingsOf } from './standings.ts';
import { until } from '@mohlat/platform/waiting.testing.ts';

export interface LabLoan {
  readonly userId: string;
  readonly loanId: string;
}

export interface LabTerms {
  readonly billPaise: number;
  readonly instalments: number;
  readonly disbursedOn: BusinessDate;
  /** The rail refuses the bill: it is sent, and never becomes a loan. */
  readonly isRefused?: boolean;
  /** The rail has not said yet how it ended: it is sent, and never becomes a loan by itself. */
  readonly isUnanswered?: boolean;
  /** Where the person lives, as a GST code, of a lender in Maharashtra (27); left out: as before places were kept. */
  readonly supplyState?: string;
}

/** A bill of ₹15,000 that is repaid in three instalments. */
export const EMI3: LabTerms = {
  billPaise: 1_500_000,
  instalments: 3,
  disbursedOn: '2027-01-15' as BusinessDate,
};

const WORKERS =
  "select 1 from pg_stat_activity where datname = current_database() and application_name = 'mohlat_worker'";

/** Noon in India of a business date. */
export const noonOf = (on: BusinessDate): Date => new Date(`${on}T06:30:00Z`);

/**
 * The lending engine without its journey: loans that were accepted and paid by the product's own SQL, repayments credited
 * by the product's own code, on a clock the test sets. Ids follow from names, so that two labs can be compared. With
 * `compared`, or for every lab while KERNEL_BESIDE is set, each close of days is decided once more and compared with what stands.
 */
export async function openLab(compared = process.env['KERNEL_BESIDE'] ? nothingCompared() : undefined) {
  const clone = await cloneDatabase();
  const pool = patientPool(clone.url, 'mohlat_worker', 6);
  const owner = patientPool(clone.url, undefined, 2);
  let now = noonOf('2026-01-01' as BusinessDate);
  const clock = {
    now: () => now,
    today: () => istDate(now.getTime()),
    offsetMs: () => 0,
    pause: machinePause,
  };
  const database = createDatabase(pool, clock);
  const worker = compared ? besideKernel(database, compared) : database;
  const vault = createVault([{ id: 'k1', bytes: randomBytes(32) }], randomBytes(32));
  const deps = {
    worker,
    clock,
    config: { publicUrl: 'http://localhost:3000' } as Config,
    notifier: createNotifier(vault, createMessenger(vault, clock)),
    log: createLog('silent'),
  };

  async function lend(name: string, terms: LabTerms): Promise<LabLoan> {
    const userId = idOf(`user ${name.split(' ')[0]!}`);
    const loanId = idOf(`loan ${name}`);
    now = noonOf(terms.disbursedOn);
    await owner.query(PERSON, [userId, now]);
    await worker.forUser(userId, (tx) => lendTo(tx, { userId, loanId }, terms, now));
    return { userId, loanId };
  }

  /** Money taken at `at` and reported when the lab's clock stands where it stands. */
  async function credit(
    loan: LabLoan,
    name: string,
    amountPaise: number,
    at: Date,
    intent: RepaymentIntent = 'emi',
    isCreditSource = false,
  ): Promise<void> {
    const repaymentId = idOf(`repayment ${name}`);
    await worker.forUser(loan.userId, (tx) =>
      tx.call(
        `insert into repayments (user_id, id, loan_id, amount_paise, intent, status, channel, created_at)
         values ($1, $2, $3, $4, $6, 'initiated', 'checkout', $5)`,
        [loan.userId, repaymentId, loan.loanId, amountPaise, at, intent],
      ),
    );
    await creditCaptured(
      deps,
      { userId: loan.userId, repaymentId },
      {
        providerPaymentRef: `pay_${name}`,
        amountPaise,
        refundedPaise: 0,
        capturedAt: at,
        isCreditSource,
      },
    );
  }

  return {
    url: clone.url,
    worker,
    clock,
    deps,
    owner,
    lend,
    credit,
    set(instant: Date) {
      now = instant;
    },
    catchUp: (loan: LabLoan, throughOn: BusinessDate) =>
      worker.forUser(loan.userId, (tx) => catchUp(tx, loan.userId, throughOn, now)),
    broken: () => brokenInvariants(clone.url),
    /** Closes the connections of the worker: what they counted can be read by the owner then, all of it. */
    async endWorker() {
      await pool.end();
      await until(async () => (await owner.query(WORKERS)).rowCount === 0 || undefined);
    },
    async close() {
      if (!pool.ended) await pool.end();
      await owner.end();
      await clone.drop();
    },
  };
}

export type Lab = Awaited<ReturnType<typeof openLab>>;

export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const PERSON = `
  with account as (insert into auth.users (id, created_at, updated_at) values ($1, $2, $2) on conflict do nothing),
  kyc as (insert into kyc_records (user_id, pan_status, aadhaar_status, updated_at) values ($1, 'verified', 'verified', $2) on conflict do nothing),
  profile as (insert into profiles (user_id, created_at, updated_at) values ($1, $2, $2) on conflict do nothing)
  insert into credit_accounts (user_id, state, limit_paise, updated_at) values ($1, 'active', 100000000, $2) on conflict do nothing`;

/** Accepts and pays a bill of a borrower with a limit by the product's own functions. */
export async function lendTo(tx: Tx, { userId, loanId }: LabLoan, terms: LabTerms, now: Date): Promise<void> {
  const bill = paise(terms.billPaise);
  const fee = serviceFee(bill);
  const isSingle = terms.instalments === 1;
  const rateBps = isSingle ? 0 : 1175;
  const schedule = planSchedule(
    bill,
    fee,
    {
      kind: isSingle ? 'single' : 'emi',
      instalments: terms.instalments,
      annualRateBps: rateBps,
      dueDays: 30,
    },
    terms.disbursedOn,
  );
  if (!schedule) throw new Error('no schedule for these terms');
  const totals = scheduleTotals(schedule);
  const aprBps = isSingle
    ? aprSingleBps(bill, totals.amountPaise, 30)
    : aprMonthlyBps(
        bill,
        schedule.map((row) => row.amountPaise),
      );
  const card = idOf(`card ${loanId}`);
  const quote = idOf(`quote ${loanId}`);
  await tx.call(
    `insert into cards (user_id, id, last4, network, name_on_card, expiry, bank_name, fingerprint, created_at)
     values ($1, $2, '4021', 'visa', 'LAB', '12/39', 'HDFC Bank', $3, $4)`,
    [userId, card, Buffer.from(card), now],
  );
  const { supplyState = null } = terms;
  const supply = { supplierState: supplyState && '27', supplyState };
  const money = [
    bill,
    fee,
    gstInsideFee(fee).gstPaise,
    totals.interestPaise,
    totals.amountPaise,
    aprBps,
    rateBps,
    isSingle ? 'single' : 'emi',
    terms.instalments,
    JSON.stringify(schedule),
  ];
  await tx.call(
    `insert into quotes (user_id, id, card_id, settings_version, amount_paise, service_fee_paise, gst_paise, interest_paise,
       total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, key_facts, key_facts_hash, created_at,
       expires_at, payment_id)
     values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '{}', 'lab', $14, $14, $15)`,
    [userId, quote, card, ...money, now, loanId],
  );
  await tx.call(
    `insert into payments (user_id, id, quote_id, card_id, settings_version, amount_paise, service_fee_paise, gst_paise,
       interest_paise, total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, bill_status, accepted_at,
       supplier_state, supply_state)
     values ($1, $15, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'accepted', $14, $16, $17)`,
    [userId, quote, card, ...money, now, loanId, supply.supplierState, supply.supplyState],
  );
  await tx.call(
    `with reserved as (insert into reservations (user_id, payment_id, amount_paise, state) values ($1, $2, $3, 'held')),
     facts as (insert into key_facts (user_id, payment_id, version, hash, content, accepted_at, session_id)
       values ($1, $2, '1', 'lab', '{}', $4, $2)),
     logged as (insert into bill_status_log (user_id, payment_id, seq, from_status, to_status, event, at)
       values ($1, $2, 1, 'none', 'accepted', 'accepted', $4))
     update credit_accounts set reserved_paise = reserved_paise + $3 where user_id = $1`,
    [userId, loanId, bill, now],
  );
  const reserve = JSON.stringify([
    { account: 'M900', amountPaise: bill, loanId },
    { account: 'M901', amountPaise: -bill, loanId },
  ]);
  await tx.call("select ledger_post($1, 'reserve', $2, $2, $3, $4, $5)", [
    userId,
    loanId,
    terms.disbursedOn,
    now,
    reserve,
  ]);
  const attempt = {
    id: idOf(`attempt ${loanId}`),
    ourReference: `LAB${loanId.slice(0, 20)}`,
    billerId: 'LAB',
  };
  const empty = Buffer.alloc(1);
  await tx.call('select payment_submit($1, $2, $3, $4, $5, $5, $5)', [
    userId,
    loanId,
    now,
    JSON.stringify(attempt),
    empty,
  ]);
  if (terms.isUnanswered) return;
  if (terms.isRefused) {
    await tx.call("select payment_failed($1, $2, $3, 'refused', false)", [userId, loanId, now]);
    return;
  }
  await tx.call('select payment_paid($1, $2, $3, $4)', [
    userId,
    loanId,
    now,
    JSON.stringify({
      paidAt: now.toISOString(),
      disbursedOn: terms.disbursedOn,
      railReference: 'LAB',
      railFeePaise: 0,
      ...openingOf(schedule, terms.disbursedOn),
      postings: loanBooked({
        loanId,
        bookedOn: terms.disbursedOn,
        billPaise: bill,
        feePaise: fee,
        gstBps: 1_800,
        supply,
      }).lines,
    }),
  ]);
}

/** Reads the books' outcome of every loan, without the names of rows and the way there. */
export async function bookOutcome(lab: Lab): Promise<unknown[]> {
  const { rows } = await lab.owner.query<{ id: string }>(`
    select l.id, l.status, l.closed_on,
      (select json_agg(x order by x.account) from (
        -- What is on its way back was too much, and still is.
        select replace(account, 'L311', 'L310') as account, sum(amount_paise) as sum from postings p
        where p.user_id = l.user_id and p.loan_id = l.id group by 1 having sum(amount_paise) <> 0) x) as accounts,
      (select json_agg(x order by x.number, x.kind, x.late_days) from (
        select kind, number, late_days, levied_on, overdue_on, amount_paise, paid_paise, waived_paise from charges c
        where c.user_id = l.user_id and c.loan_id = l.id and c.reversed_on is null) x) as charges,
      (select json_agg(x order by x.repayment_id, x.number, x.component) from (
        select repayment_id, number, component, is_earmark, sum(amount_paise) as sum from allocations a
        where a.user_id = l.user_id and a.loan_id = l.id and a.is_active group by 1, 2, 3, 4) x) as shares,
      (select json_agg(x order by x.number) from (
        select number, start_on, due_on, principal_paise, fee_paise, interest_paise, is_demanded, paid_principal_paise,
          paid_fee_paise, paid_interest_paise from instalments i
        where i.user_id = l.user_id and i.loan_id = l.id and i.is_active) x) as instalments,
      (select json_build_object('used', used_paise, 'state', state, 'hold', state_reason) from credit_accounts c
       where c.user_id = l.user_id) as credit
    from loans l order by l.id`);
  const outcomes: unknown[] = [];
  for (const row of rows) outcomes.push({ ...row, days: await standingsOf(lab.owner, row.id) });
  return outcomes;
}
