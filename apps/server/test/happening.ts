import { addDays, type BusinessDate } from '@mohlat/money';
import { chargeBounce } from '../src/features/lending/index.ts';
import { creditCaptured } from '../src/features/repayments/repayments.settle.ts';
import { deciding } from './deciding.ts';
import { idOf, type Lab, type LabLoan } from './lending-lab.ts';
import type { Event, Terms } from './random-lives.ts';

export interface Happening {
  readonly loan: LabLoan;
  readonly terms: Terms;
  readonly event: Event;
  readonly heardAt: Date;
}

/**
 * What happens to a loan of a lab, whose lives began on a day; what moves no loan's days by itself (refunds, disputes) stands for
 * what freezes or excuses it.
 */
export async function happen(
  lab: Lab,
  start: BusinessDate,
  { loan, terms, event, heardAt }: Happening,
): Promise<void> {
  const { kind, name, part } = event;
  const at = new Date(heardAt.getTime() - event.delay * 86_400_000);
  const emi = Math.ceil((terms.billPaise * 1.03) / terms.instalments);
  const some = 100 + Math.floor((terms.billPaise * part) / 800);
  const today = addDays(start, event.day + event.delay);
  switch (kind) {
    case 'money':
    case 'stranger':
      return lab.credit(loan, name, some, at);
    case 'instalment':
      return lab.credit(loan, name, emi, at);
    case 'part':
      return lab.credit(loan, name, 50_000 + Math.floor(some / 3), at, 'part_prepay');
    case 'exit':
      return lab.credit(loan, name, Math.ceil(terms.billPaise * 1.01), at, 'exit');
    case 'debit':
    case 'card':
      return debit(lab, loan, name, emi, at, 1 + (part % terms.instalments));
    case 'waiver':
      await deciding(lab).waive(
        loan,
        name,
        ['interest', 'fee', 'penal', 'bounce'][part % 4]!,
        100 + part * 60,
      );
      return;
    case 'agreement':
      return deciding(lab).agree(loan, name, Math.ceil(terms.billPaise / 2), addDays(today, 40));
    case 'write_off':
      if (event.day < 120) return;
      return deciding(lab).writeOff(loan, name);
    case 'bounce':
      return bounce(lab, loan, 1 + (part % terms.instalments), heardAt);
    case 'hardship':
      return tellHardship(lab, loan, name, today, heardAt);
    case 'dispute':
      return freeze(lab, loan, today, part % 45);
    case 'reward':
      return goDown(lab, today);
    case 'refund':
    case 'unwind':
      return stayUnanswered(lab, loan, 1 + (part % terms.instalments), part % 6);
  }
}

export async function debit(
  lab: Lab,
  { userId, loanId }: LabLoan,
  name: string,
  paise: number,
  at: Date,
  number: number,
) {
  const repaymentId = idOf(`repayment ${name}`);
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, only_number, created_at)
     values ($1, $2, $3, $4, 'initiated', 'mandate', $5, $6)`,
    [userId, repaymentId, loanId, paise, number, at],
  );
  const money = { providerPaymentRef: `pay_${name}`, amountPaise: paise, refundedPaise: 0, capturedAt: at };
  await creditCaptured(lab.deps, { userId, repaymentId }, { ...money, isCreditSource: false });
}

async function bounce(lab: Lab, { userId, loanId }: LabLoan, number: number, heardAt: Date) {
  await lab.worker.forUser(userId, (tx) => chargeBounce(tx, userId, { loanId, number }, heardAt));
}

async function tellHardship(
  lab: Lab,
  { userId, loanId }: LabLoan,
  name: string,
  today: BusinessDate,
  heardAt: Date,
) {
  await lab.owner.query(
    `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
     values ($1, $2, $3, 'illness', $4, $5, $6)`,
    [userId, idOf(`hardship ${name}`), loanId, heardAt, today, addDays(today, 30)],
  );
}

/** Facts of features that are no part of this: written without the rows they come from. */
async function writeAlone(lab: Lab, text: string, values: readonly unknown[]) {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

async function freeze(lab: Lab, { userId, loanId }: LabLoan, today: BusinessDate, days: number) {
  await writeAlone(
    lab,
    `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
     select $1, $2, x.seq + (select count(*) from loan_freezes where loan_id = $2), x.is_frozen, x.from_on, $5,
       case when x.is_frozen then 'refund_required' else 'withdrawn' end, case when x.is_frozen then new_id() end
     from (values (1, true, $3::date), (2, false, $4::date)) as x(seq, is_frozen, from_on)`,
    [userId, loanId, today, addDays(today, days), lab.clock.now()],
  );
}

async function goDown(lab: Lab, day: BusinessDate) {
  await lab.owner.query(
    "insert into channel_outages (day_on, reason, noted_at) values ($1, 'lab', $2) on conflict do nothing",
    [day, lab.clock.now()],
  );
}

/** An instalment was presented on its due date and the bank is silent for so many days, or for good. */
async function stayUnanswered(lab: Lab, { userId, loanId }: LabLoan, number: number, days: number) {
  await writeAlone(
    lab,
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at,
       presented_at, created_at, ended_at, answer_by_on)
     select i.user_id, new_id(), new_id(), i.loan_id, i.number, 1, 100, 'presented', i.due_on + time '06:00',
       i.due_on + time '06:00', i.due_on, case when $4 % 2 = 0 then i.due_on + $4 + time '06:00' end, i.due_on + 2 + $4
     from instalments i where i.user_id = $1 and i.loan_id = $2 and i.number = $3 and i.is_active
     on conflict do nothing`,
    [userId, loanId, number, days],
  );
}
