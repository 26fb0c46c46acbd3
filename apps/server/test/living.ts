import { type Borrower, type Journal, type Loan, type Money, standingOn } from '@mohlat/lending';
import { type Deed, type Life, livesOf, simulate, TEMPERAMENTS } from '@mohlat/lending/simulate';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { expect } from 'vitest';
import { giveReceipt } from '../src/features/collections/receipts/receipts.ts';
import { chargeBounce, loadBorrowers } from '../src/features/lending/index.ts';
import { releaseAsked } from '../src/features/repayments/index.ts';
import { reversePayment } from '../src/features/reconciliation/reconciliation.unwind.ts';
import { deciding } from './deciding.ts';
import { debit } from './debiting.ts';
import { dispute } from './disputing.ts';
import { keepRewardsThrough, spendRewards } from './lab-rewards.ts';
import { idOf, type Lab, type LabLoan, noonOf } from './lending-lab.ts';

// `npm run bench -- lives` lives many more of them in memory; both variables ask for others here.
const PEOPLE = Number(process.env['SIMULATED_PEOPLE'] ?? TEMPERAMENTS.length);
const SEED = Number(process.env['SIMULATED_SEED'] ?? 23);
const FIRST_ON = businessDate('2026-01-10');

/** Much of their money is heard of weeks late, so that what was decided since is taken back and lived again. */
const HEARD_LATE = [
  'forgiven',
  'settles',
  'given up',
  'part-prepays',
  'charged back',
  'sent back',
  'rewarded',
] as const;

/** In a life of those who are given up, money that came in after it is taken back, too; those rewarded have a file of their own. */
const LIVED_TWICE = new Set<string>(['given up', 'rewarded']);

/** One whole life of each temperament that is asked for, or two, which a file of tests lives through the database. */
export function livesToLive(isAsked: (temperament: Life['options']['temperament']) => boolean): Life[] {
  const inTime = livesOf({ seed: SEED, people: PEOPLE, firstOn: FIRST_ON, days: 240, hasFaults: true });
  const late = HEARD_LATE.flatMap((temperament, kind) =>
    (LIVED_TWICE.has(temperament) ? [0, 3] : [0]).map((turn) => ({
      temperament,
      seed: SEED * 131 + kind * 7 + turn,
      userId: `q${kind}${turn}`,
    })),
  );
  const isLate = new Set<string>(HEARD_LATE);
  return [
    ...inTime.filter(
      ({ options }, number) =>
        isAsked(options.temperament) && (number >= TEMPERAMENTS.length || !isLate.has(options.temperament)),
    ),
    ...late
      .filter(({ temperament }) => isAsked(temperament))
      .map((one) =>
        simulate({ ...one, firstOn: FIRST_ON, days: 280, faults: { latePercent: 60, outages: new Set() } }),
      ),
  ];
}

/** A life of the simulator, lived through the database: the same deeds, heard of on the same days. */
export async function liveThrough(lab: Lab, { deeds, options }: Life): Promise<void> {
  for (const day of options.faults.outages) await goDown(lab, day);
  const closed = new Set<string>();
  for (const deed of deeds.toSorted(inTurn)) {
    const loan = labLoanOf(deed.loanId);
    const { heardOn } = deed;
    // The night before: every day is closed before anything happens on the next one.
    if (!closed.has(heardOn) && closed.size > 0) {
      lab.set(noonOf(heardOn));
      await lab.catchUp(loan, addDays(heardOn, -1));
    }
    closed.add(heardOn);
    await happenIn(lab, deed);
  }
  const lastOn = addDays(options.firstOn, options.days - 1);
  lab.set(noonOf(addDays(lastOn, 1)));
  const [first] = deeds;
  if (first) await lab.catchUp(labLoanOf(first.loanId), lastOn);
}

/** A day on which repaying was impossible because of us. */
export async function goDown(lab: Lab, day: BusinessDate): Promise<void> {
  await lab.owner.query(
    "insert into channel_outages (day_on, reason, noted_at) values ($1, 'lab', $2) on conflict do nothing",
    [day, noonOf(day)],
  );
}

/** As they were heard of: news of earlier days comes first in the morning. */
export function inTurn(a: Deed, b: Deed): number {
  const isOld = ({ on, heardOn }: Deed) => Number(on === heardOn);
  if (a.heardOn !== b.heardOn) return a.heardOn < b.heardOn ? -1 : 1;
  return isOld(a) - isOld(b) || a.turn - b.turn;
}

function labLoanOf(name: string): LabLoan {
  return { userId: idOf(`user ${name.split(' ')[0]!}`), loanId: idOf(`loan ${name}`) };
}

/** Lets a deed happen when it is heard of: each of a day has a second of its own. */
export async function happenIn(lab: Lab, deed: Deed): Promise<void> {
  lab.set(new Date(noonOf(deed.heardOn).getTime() + deed.turn * 1_000));
  const loan = labLoanOf(deed.loanId);
  const { userId, loanId } = loan;
  switch (deed.deed) {
    case 'lent': {
      const { billPaise, count, disbursedOn } = deed.terms;
      await lab.lend(deed.loanId, { billPaise, instalments: count, disbursedOn });
      return;
    }
    case 'paid':
      return pay(lab, loan, deed.money);
    case 'lost': {
      const { repaymentId, turn } = deed;
      const { rows } = await lab.owner.query<{ paise: number }>(
        'select amount_paise as paise from repayments where provider_payment_ref = $1',
        [`pay_${repaymentId}`],
      );
      const amountPaise = Number(rows[0]?.paise);
      const disputed = { paymentRef: `pay_${repaymentId}`, amountPaise, isDeducted: turn % 2 === 0 };
      return dispute(lab, repaymentId, disputed, turn % 3 === 0 ? ['open', 'lost'] : ['lost']);
    }
    case 'given back': {
      const ids = { userId, repaymentId: idOf(`repayment ${deed.repaymentId}`) };
      const refused = await lab.worker.forUser(userId, (tx) => releaseAsked(tx, ids, lab.clock.now()));
      expect(refused).toBeUndefined();
      return;
    }
    case 'sent back':
      await lab.worker.forUser(userId, (tx) =>
        reversePayment(lab.deps, tx, { userId, paymentId: loanId }, {}),
      );
      return;
    case 'rewards kept':
      return keepRewardsThrough(lab, addDays(deed.heardOn, -1));
    case 'bounced':
      await lab.worker.forUser(userId, (tx) =>
        chargeBounce(tx, userId, { loanId, number: deed.charge.number }, lab.clock.now()),
      );
      return;
    case 'waived': {
      const { id, component, grantedPaise } = deed.waiver;
      await deciding(lab).waive(loan, id, component, grantedPaise);
      return;
    }
    case 'agreed': {
      const { agreedPaise, payByOn } = deed.agreement;
      return deciding(lab).agree(loan, `${deed.loanId} a${deed.turn}`, agreedPaise, payByOn, deed.agreement);
    }
    case 'written off':
      return deciding(lab).writeOff(loan, deed.writeOffId);
    case 'told hardship':
      await lab.owner.query(
        `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
         values ($1, $2, $3, 'illness', $4, $5, $6)`,
        [userId, idOf(deed.hardshipId), loanId, lab.clock.now(), deed.on, deed.untilOn],
      );
      return;
    case 'frozen':
    case 'thawed':
      return alone(
        lab,
        `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
         select $1, $2, 1 + (select count(*) from loan_freezes where loan_id = $2), $3, $4, $5,
           case when $3 then 'refund_required' else 'withdrawn' end, case when $3 then new_id() end`,
        [userId, loanId, deed.deed === 'frozen', deed.on, lab.clock.now()],
      );
    case 'contested':
      return alone(
        lab,
        `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at, rests_after_on)
         values ($1, new_id(), $2, $3, 100, 'chargeback', 'open', $4, $5)`,
        [userId, loanId, `disp_${deed.loanId} ${deed.turn}`, lab.clock.now(), deed.on],
      );
    case 'contest over':
      return alone(
        lab,
        `update chargebacks set status = 'won', ended_at = $3, rests_until_on = $4
         where user_id = $1 and loan_id = $2 and status = 'open'`,
        [userId, loanId, lab.clock.now(), deed.on],
      );
    case 'presented':
      return alone(
        lab,
        `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at,
           presented_at, created_at, answer_by_on)
         values ($1, new_id(), new_id(), $2, $3, 1, 100, 'presented', $4, $4, $4, $5)`,
        [userId, loanId, deed.number, new Date(deed.at), deed.answerByOn],
      );
    case 'answered':
      return alone(
        lab,
        `update presentations set ended_at = $4, state = 'failed' where user_id = $1 and loan_id = $2 and number = $3`,
        [userId, loanId, deed.number, new Date(deed.at)],
      );
  }
}

async function pay(lab: Lab, loan: LabLoan, money: Money): Promise<void> {
  const { repaymentId: name, amountPaise, receivedAt, intent, onlyNumber, channel, isCreditSource } = money;
  const at = new Date(receivedAt);
  if (channel === 'reward') {
    await spendRewards(lab, loan, { name: `repayment ${name}`, mostPaise: amountPaise });
    return;
  }
  if (channel === 'identified') return identify(lab, loan, name, amountPaise, at);
  if (onlyNumber !== null) return debit(lab, loan, name, amountPaise, at, onlyNumber);
  return lab.credit(loan, name, amountPaise, at, intent, isCreditSource);
}

/** Money without an owner, given to the borrower whom staff found. */
async function identify(lab: Lab, { userId, loanId }: LabLoan, name: string, amountPaise: number, at: Date) {
  const facts = {
    paymentRef: `pay_${name}`,
    orderRef: null,
    amountPaise,
    isCreditSource: false,
    receivedAt: at,
    hintedRepaymentId: null,
    keepDays: 30,
  };
  const [held] = await lab.worker.plain((tx) =>
    tx.call<{ id: string }>('select receipt_hold($1, $2) as id', [lab.clock.now(), JSON.stringify(facts)]),
  );
  const given = { receiptId: held!.id, amountPaise, ownerId: userId, loanId, by: idOf('staff') };
  await lab.worker.forUser(userId, (tx) => giveReceipt(lab.deps, tx, given));
}

/** Facts of features that are no part of this: written without the rows they come from. */
async function alone(lab: Lab, text: string, values: readonly unknown[]): Promise<void> {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query(
      'update loan_days set next_on = null where user_id = $1 and loan_id = $2',
      values.slice(0, 2),
    );
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

/** A journal as one line, without the names of rows. */
type Line = string;

interface Booked {
  readonly loan: string;
  readonly kind: string;
  readonly on: BusinessDate;
  /** Accounts and amounts. */
  readonly lines: readonly (readonly [account: string, amountPaise: number])[];
}

/** Journals before which interest need not be posted: a close books them after it, and a bounce stands when the days before it live again. */
const POST_NOTHING = new Set(['ecl', 'npa', 'npa_upgrade', 'bounce']);

/**
 * Journals in one order, and interest as its sum between two other journals of a loan: it is posted on fewer days than it is earned.
 */
function inLines(booked: readonly Booked[]): Line[] {
  const others = booked.filter(({ kind }) => kind !== 'accrual');
  const events = others.filter(({ kind }) => !POST_NOTHING.has(kind));
  const interest = new Map<string, number>();
  for (const { loan, on, lines } of booked.filter(({ kind }) => kind === 'accrual')) {
    const [until = 'the end'] = events
      .filter((one) => one.loan === loan && one.on > on)
      .map((one) => one.on)
      .toSorted();
    for (const [account, amountPaise] of lines) {
      const key = `${loan} ${until} accrual before it ${account}`;
      interest.set(key, (interest.get(key) ?? 0) + amountPaise);
    }
  }
  return [
    ...others.map(({ loan, on, kind, lines }) =>
      [loan, on, kind, ...lines.map((line) => line.join(' ')).toSorted()].join(' '),
    ),
    ...[...interest].map(([key, amountPaise]) => `${key} ${amountPaise}`),
  ].toSorted();
}

/** Journals of bills, refunds, chargebacks and money without an owner, which are booked beside the loan book. */
const BESIDE = ['reserve', 'submit', 'refund', 'chargeback', 'unidentified'];

/** The journals of a borrower's loans and rewards that were not reversed, in one order. */
export async function booksOf(lab: Lab, { borrower, options }: Life): Promise<Line[]> {
  const names = new Map(borrower.loans.map(({ id }) => [idOf(`loan ${id}`), id]));
  const { rows } = await lab.owner.query<Booked>(
    `select coalesce(j.loan_id::text, 'person') as loan, j.source_kind as kind, j.effective_on::text as on,
       json_agg(json_build_array(p.account, p.amount_paise)) as lines
     from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
     where j.user_id = $1 and j.source_kind <> all ($2) and j.reversal_of is null
       and not exists (select 1 from journals m where m.user_id = j.user_id and m.reversal_of = j.id)
     group by j.user_id, j.id`,
    [idOf(`user ${options.userId}`), BESIDE],
  );
  return inLines(rows.map((row) => ({ ...row, loan: names.get(row.loan) ?? row.loan })));
}

/** The same of the simulator's own journals. */
export function journalsOf(journals: readonly Journal[]): Line[] {
  return inLines(
    journals.map(({ loanId, kind, effectiveOn, lines }) => ({
      loan: loanId ?? 'person',
      kind,
      on: effectiveOn,
      lines: lines.map(({ account, amountPaise }) => [account, amountPaise] as const),
    })),
  );
}

/** The standing of loans, without the ids of rows. */
export function standingOf({ loans, usedPaise }: Borrower, named: (loan: Loan) => string) {
  const ofLoan = (loan: Loan) => ({
    id: named(loan),
    status: loan.status,
    closedOn: loan.closedOn,
    allowancePaise: loan.allowancePaise,
    instalments: loan.instalments.map((one) => ({ ...one, id: '' })).toSorted((a, b) => a.number - b.number),
    charges: loan.charges
      .map((one) => ({ ...one, id: '' }))
      .toSorted((a, b) => a.number - b.number || a.lateDays - b.lateDays),
    standings: daysOf(loan),
  });
  return { usedPaise, loans: loans.map(ofLoan).toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** Each closed day, whatever facts it follows from. */
function daysOf(loan: Loan) {
  const days = [];
  for (let on = loan.disbursedOn; on <= loan.closedThroughOn; on = addDays(on, 1))
    days.push(standingOn(loan, on));
  return days;
}

/** Lives a life through the database, and expects of it the simulator's journals and standing. */
export async function expectSame(lab: Lab, life: Life): Promise<void> {
  await liveThrough(lab, life);
  expect(await booksOf(lab, life)).toEqual(journalsOf(life.journals));
  const userId = idOf(`user ${life.options.userId}`);
  const [written] = await lab.worker.forUser(userId, (tx) => loadBorrowers(tx, [userId]));
  const loans = life.borrower.loans.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(
    standingOf(written!, ({ id }) => loans.find((one) => idOf(`loan ${one.id}`) === id)?.id ?? id),
  ).toEqual(standingOf(life.borrower, ({ id }) => id));
}
