import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeMail, composeSms } from '#features/notifications/texts/compose.ts';
import { beginDebit } from '#features/repayments/index.ts';
import { creditCaptured } from '#features/repayments/repayments.settle.ts';
import { readLender } from '#features/settings/index.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { failDebitIn, finishLate } from './mandates.outcome.ts';

/** Debits that come back after their instalment was paid by hand. The first instalment, of ₹5,200, is due on 15 February. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A loan whose first instalment was presented to a bank by eNACH on its due date. */
async function aPresented(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  lab.set(new Date('2027-02-15T04:30:00Z'));
  await lab.owner.query(
    `with made as (
       insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at)
       values ($1, new_id(), $2, 'enach', 'active', 600000, '2027-08-01', $3, 'customer', $4) returning *)
     insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at)
     select user_id, new_id(), id, loan_id, 1, 1, 520000, 'presented', $4, $4 from made`,
    [loan.userId, loan.loanId, name, lab.clock.now()],
  );
  return loan;
}

async function triedOf({ userId, loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ id: string }>('select id from presentations where loan_id = $1', [
    loanId,
  ]);
  return { userId, presentationId: rows[0]!.id };
}

/** The bank answers on the morning after that the account had not enough money. */
async function returned(loan: LabLoan): Promise<void> {
  lab.set(noonOf(businessDate('2027-02-16')));
  const ids = await triedOf(loan);
  await lab.worker.forUser(loan.userId, async (tx) => {
    const deps = { ...lab.deps, lender: readLender({}, true) };
    await failDebitIn(deps, tx, ids, 'insufficient_funds');
  });
}

async function told({ userId }: LabLoan) {
  const { rows } = await lab.owner.query<{ title: string; description: string; hindi: string }>(
    `select title, description, (texts->'hi'->>'title') || '. ' || (texts->'hi'->>'description') as hindi
     from notifications where user_id = $1 order by at desc, id desc limit 1`,
    [userId],
  );
  return rows[0]!;
}

test('LEND-20, LEND-L4: given an instalment paid by hand, when its debit comes back, then only the charge is asked for', async () => {
  const loan = await aPresented('paid');
  await lab.credit(loan, 'by hand', 520_000, new Date('2027-02-15T13:30:00Z'));
  await returned(loan);
  const { rows } = await lab.owner.query(
    'select amount_paise as paise, overdue_on::text as by from charges where loan_id = $1',
    [loan.loanId],
  );
  expect(rows).toEqual([{ paise: 10_000, by: '2027-03-15' }]);
  expect(await told(loan)).toMatchObject({
    title: 'A debit of ₹5,200 came back. The instalment is paid',
    description:
      'There was not enough money in your account. Instalment 1 is paid, do not pay it again. ' +
      'A bounce charge of ₹100 applies. Please pay it by 15 March 2027.',
    hindi:
      '₹5,200 की ऑटोपे राशि लौट आई। किस्त चुकी है. आपके खाते में पर्याप्त रकम नहीं थी। किस्त 1 चुकी है, उसे दोबारा न चुकाएँ। ' +
      '₹100 का बाउंस शुल्क लगा है। कृपया इसे 15 मार्च 2027 तक चुकाएँ।',
  });
});

test('LEND-20: given a part paid by hand, when the debit comes back, then what is still unpaid is named', async () => {
  const loan = await aPresented('part');
  await lab.credit(loan, 'a part', 200_000, new Date('2027-02-15T13:30:00Z'));
  await returned(loan);
  expect((await told(loan)).description).toBe(
    'There was not enough money in your account. A bounce charge of ₹100 applies. ₹3,200 of the instalment is unpaid. ' +
      'We try once more on 19 February 2027, and tell you before. You can also pay now. ' +
      'Paid by 18 February 2027, no late charge arises.',
  );
});

test('LEND-20, LEND-9: given a debit and its charge paid by hand, when its money comes after all, then it is told what waits', async () => {
  const loan = await aPresented('after all');
  const { userId, presentationId } = await triedOf(loan);
  const terms = { userId, repaymentId: presentationId, loanId: loan.loanId, amountPaise: 520_000 };
  await lab.worker.forUser(userId, (tx) =>
    beginDebit(tx, { ...terms, orderRef: 'order_after_all', number: 1 }, lab.clock.now()),
  );
  const capturedAt = lab.clock.now();
  await returned(loan);
  await lab.credit(loan, 'after all by hand', 530_000, lab.clock.now());
  const money = { providerPaymentRef: 'pay_after_all', amountPaise: 520_000, refundedPaise: 0 };
  await creditCaptured(lab.deps, terms, { ...money, capturedAt, isCreditSource: false });
  const { rows } = await lab.owner.query(
    `select is_earmark as held, component = 'excess' as excess, sum(amount_paise)::integer as paise
     from allocations where repayment_id = $1 and is_active group by 1, 2 order by 1`,
    [idOf('repayment after all by hand')],
  );
  expect(rows).toEqual([
    { held: false, excess: true, paise: 520_000 },
    { held: true, excess: false, paise: 10_000 },
  ]);
  await finishLate({ ...lab.deps, lender: readLender({}, true) }, { userId, presentationId });
  expect(await told(loan)).toEqual({
    title: '₹5,200 was collected after all',
    description:
      'We told you that it had failed. Do not pay it again: what you paid for it meanwhile goes back to you. ' +
      'The rest, such as charges that fall away, waits for your next instalment.',
    hindi:
      'आख़िरकार ₹5,200 ले लिए गए. हमने आपको बताया था कि ये नहीं लिए जा सके। इन्हें दोबारा न चुकाएँ: इस बीच आपने इसके लिए जो चुकाया, ' +
      'वह आपको लौटाया जाएगा। बाकी, जैसे हटाए गए शुल्क, आपकी अगली किस्त के लिए रखा रहेगा।',
  });
});

test.each(['en', 'hi'] as const)(
  'the mail of a debit that came in after all says what goes back and what waits (%s)',
  (language) => {
    const about = { amount: '₹5,200', instalment: '1', bank: 'HDFC Bank', last4: '4021', reference: 'D1' };
    const officer = { officer: 'A', officerPhone: '1', officerEmail: 'a@b' };
    const message = { template: 'mandate.debited_late', to: 'x', vars: { ...about, ...officer } } as const;
    const { text } = composeMail({ ...message, channel: 'email' }, language);
    expect(text).toMatch(
      { en: /goes back to you.*waits for your next instalment/, hi: /लौटाया जाएगा.*अगली किस्त के लिए रखा/ }[
        language
      ],
    );
  },
);

test.each(['en', 'hi'] as const)(
  'the messages of a debit that came back after it was paid ask for its charge alone (%s)',
  (language) => {
    const about = { amount: '₹5,200', instalment: '1', bank: 'HDFC Bank', last4: '4021', reference: 'D1' };
    const vars = { ...about, charge: '₹100', date: '15 March 2027' };
    const message = { template: 'mandate.debit_back_paid', to: 'x', vars } as const;
    const { subject, text: body } = composeMail({ ...message, channel: 'email' }, language);
    for (const text of [`${subject} ${body}`, composeSms({ ...message, channel: 'sms' }, language)]) {
      expect(text).toContain('₹100');
      expect(text).toContain('15 March 2027');
      expect(text).not.toMatch(/could not be collected|नहीं ली/);
    }
  },
);
