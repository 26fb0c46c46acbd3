import { istDate } from '@mohlat/money';
import { railOutcomeApproval } from '../../src/features/payments/rail/outcome.ts';
import { submitPayment } from '../../src/features/payments/rail/submit.ts';
import { executedUnder } from '../steps.ts';
import { aPayer } from './payers.ts';
import type { Product } from './product.ts';
import type { Scene, Subject } from './scene.ts';

/** Each fetch of the bill has higher bounds than the one before. */
const GROWING = '0012';
const REFUSED = '1002';
/** Executed, without an answer. */
const UNANSWERED = '1007';
/** Looks after which a payment whose end is known to the rail has one here. */
const LOOKS_MAX = 6;
const FINAL = ['paid', 'failed', 'reversed'];

interface Ids {
  readonly userId: string;
  readonly paymentId: string;
}

interface Row {
  readonly bill_status: string;
  readonly amount_paise: number;
  readonly references: readonly string[];
  readonly breaks: readonly string[];
}

const ROW = `select p.bill_status, p.amount_paise::int,
  array(select our_reference from payment_attempts a where a.user_id = p.user_id and a.payment_id = p.id) as references,
  array(select kind from reconciliation_breaks b where b.user_id = p.user_id and b.payment_id = p.id) as breaks
  from payments p where p.id = $1`;

/** An accepted payment that a sweep finds at once, and what may come to it. */
async function accepted(product: Product, last4: string): Promise<Subject & { readonly ids: Ids }> {
  const payer = await aPayer(product);
  const quote = await payer.lowestQuote(last4);
  // The fetch is too old to be paid: the worker asks for the bill again.
  await product.sql.query(
    "update bill_fetches set fetched_at = fetched_at - interval '5 minutes' where user_id = $1",
    [payer.userId],
  );
  const { id: paymentId } = await payer.accept(quote);
  const ids = { userId: payer.userId, paymentId };
  await setOut(product, ids);
  const sweep = async () => {
    await product.sweep('payments');
    await product.run('payments.take_up', ids);
  };
  return {
    ids,
    acts: {
      submit: () => product.run('payments.submit', ids),
      sweep,
      'sweep after a jump of the clock': async () => {
        await product.stage.gate('clock');
        await product.server.control('POST', '/clock', { advance: 'PT16M' });
        await sweep();
      },
      'sweep on the next day': async () => {
        await product.stage.gate('clock');
        const day = istDate(product.server.now());
        await product.server.control('POST', '/clock', { advance: 'PT21H30M' });
        // The list of the day is closed: read as a whole, with three looks it says that nothing was executed.
        await product.run('reconciliation.read', { day });
        await product.run('payments.enquire', ids);
        await product.run('payments.enquire', ids);
        await sweep();
      },
      enquire: () => product.run('payments.enquire', ids),
      webhook: async () => {
        const [reference] = (await rowOf(product, ids)).references;
        if (reference) await product.run('payments.hint', { reference });
      },
      'two staff say paid': () => decide(product, ids),
      'accept again': () =>
        product.request(
          payer.person.token,
          '/payments',
          { quoteId: quote.quoteId, acceptKeyFacts: true },
          paymentId,
        ),
    },
    findings: () => judge(product, ids),
  };
}

/** The acts of the play are all that is done with it. */
async function setOut({ sql }: Product, { paymentId }: Ids): Promise<void> {
  await sql.query('delete from graphile_worker._private_jobs');
  await sql.query('update payments set next_enquiry_at = accepted_at where id = $1', [paymentId]);
}

/** Sent already, and the rail's answer was lost: its outcome is not known here. */
async function sent(product: Product, last4: string): Promise<Subject> {
  const subject = await accepted(product, last4);
  await submitPayment({ ...product.parts, remitterName: 'Mohlat' }, subject.ids);
  await setOut(product, subject.ids);
  return subject;
}

async function rowOf({ sql }: Product, { paymentId }: Ids): Promise<Row> {
  const { rows } = await sql.query<Row>(ROW, [paymentId]);
  return rows[0]!;
}

/** Carries out the decision of two people who hold the rail's word that it was executed. */
async function decide({ parts }: Product, { userId, paymentId }: Ids): Promise<void> {
  const now = parts.clock.now();
  const payload = {
    outcome: 'paid',
    railReference: null,
    paidAt: now.toISOString(),
    isRefundPromised: false,
    evidence: 'a letter of the rail',
  };
  const subject = { approvalId: paymentId, objectId: paymentId, userId, payload, reason: 'no answer' };
  await parts.worker.forUser(userId, (tx) =>
    railOutcomeApproval(parts).apply(tx, subject, { decidedBy: userId, now }),
  );
}

/** The payment ends as the rail says: paid once and a loan, or failed and nothing executed. */
async function judge(product: Product, ids: Ids): Promise<string[]> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    await product.work();
    if (FINAL.includes((await rowOf(product, ids)).bill_status)) break;
    // A payment that a worker lost or left is taken up once its lease is over.
    if (looks === 2) await product.server.control('POST', '/clock', { advance: 'PT3M' });
    await product.run('payments.take_up', ids);
  }
  const row = await rowOf(product, ids);
  const executed = await Promise.all(row.references.map((one) => executedUnder(product.server, one)));
  const paise = executed.flat().reduce((sum, one) => sum + one.amountPaise, 0);
  const wanted = row.bill_status === 'paid' ? row.amount_paise : 0;
  return [
    ...(FINAL.includes(row.bill_status) ? [] : [`it is ${row.bill_status} and stays so`]),
    ...(paise === wanted ? [] : [`the rail executed ${paise} paise of a payment that is ${row.bill_status}`]),
    ...(row.breaks.length === 0 ? [] : [`a difference was opened: ${row.breaks.join(', ')}`]),
  ];
}

export const ACCEPTED: Scene = {
  name: 'a bill that was accepted',
  acts: ['submit', 'sweep', 'sweep after a jump of the clock', 'webhook', 'accept again'],
  prepare: (product) => accepted(product, GROWING),
};

export const PAYMENT_SCENES: readonly Scene[] = [
  ACCEPTED,
  {
    name: 'a bill that the rail refuses',
    acts: ['submit', 'sweep', 'webhook'],
    prepare: (product) => accepted(product, REFUSED),
  },
  {
    name: 'a bill whose answer was lost',
    acts: ['enquire', 'sweep', 'webhook', 'two staff say paid'],
    prepare: (product) => sent(product, UNANSWERED),
  },
];
