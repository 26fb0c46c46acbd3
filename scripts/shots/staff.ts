import {
  type AdminPayment,
  CHARGEBACK_STEPS,
  type ChargebackDetail,
  PAYMENT_ACTIONS,
  type UserDetail,
} from '@mohlat/contract';
import type { Camera, Shots } from './camera.ts';
import type { People } from './people.ts';

interface Found {
  readonly items: readonly { readonly id: string }[];
}

/** A payment on which every action is open, with a debit nobody knows about and a refund that its bank refused. */
const withEveryAction = (answer: AdminPayment): AdminPayment => ({
  ...answer,
  actions: [...PAYMENT_ACTIONS],
  payment: { ...answer.payment, refundDuePaise: 125_050 },
  transferDuePaise: 125_050,
  debitsInReview: [
    {
      id: answer.payment.id,
      number: 2,
      amountPaise: 520_000,
      presentedDate: '2026-11-20',
      answerByDate: '2026-11-24',
      orderRef: 'order_SBXabcdef123456',
    },
  ],
});

/** Banned at the auth server's own door, which leaves no block of ours. */
const banned = (answer: UserDetail): UserDetail => ({
  ...answer,
  state: 'blocked',
  block: { at: null, by: null, reason: null, isFraud: false },
});

/** A document is there, and the bank waits for our answer. */
const answerable = (answer: ChargebackDetail): ChargebackDetail => ({
  ...answer,
  status: 'open',
  allowed: [...CHARGEBACK_STEPS],
  evidence: [
    {
      id: answer.id,
      name: 'Receipt of the bill, with the reference of HDFC Bank',
      type: 'application/pdf',
      sizeBytes: 84_000,
      addedAt: answer.openedAt,
      addedBy: { id: answer.id, name: 'Lata Iyer' },
    },
  ],
});

const REASON = 'The letter of the bank of 24 November says so; its copy is in ticket 4711.';

/** The dialogs of staff, on the pages of a payment, a person, a suspended limit's owner and a chargeback. */
function dialogsOf(at: Readonly<Record<'payment' | 'person' | 'chargeback' | 'report', string>>): Shots {
  const payment = { path: at.payment, changes: { of: '**/api/v1/admin/payments/*', to: withEveryAction } };
  const person = { path: at.person };
  const chargeback = {
    path: at.chargeback,
    changes: { of: '**/api/v1/admin/chargebacks/*', to: answerable },
  };
  return {
    'staff-payment-actions': payment,
    'staff-outcome-dialog': {
      ...payment,
      opens: { en: 'Record the outcome', hi: 'नतीजा दर्ज करें' },
    },
    'staff-waive-dialog': { ...payment, opens: { en: 'Waive a charge', hi: 'शुल्क माफ़ करें' } },
    'staff-settle-dialog': { ...payment, opens: { en: 'Propose a settlement', hi: 'समझौते का प्रस्ताव' } },
    'staff-write-off-dialog': {
      ...payment,
      opens: { en: 'Propose a write-off', hi: 'बट्टे खाते का प्रस्ताव' },
    },
    'staff-refund-dialog': { ...payment, opens: { en: 'Send the excess back', hi: 'ज़्यादा रकम लौटाएँ' } },
    'staff-debit-dialog': { ...payment, opens: { en: 'Record the debit', hi: 'डेबिट का नतीजा दर्ज करें' } },
    'staff-agent-dialog': { ...payment, opens: { en: 'Name the recovery agent', hi: 'वसूली एजेंट तय करें' } },
    'staff-contact-dialog': { ...payment, opens: { en: 'Write down a contact', hi: 'संपर्क दर्ज करें' } },
    'staff-block-dialog': { ...person, opens: { en: 'Block the account', hi: 'खाता रोकें' } },
    'staff-block-dialog-typed': {
      ...person,
      opens: { en: 'Block the account', hi: 'खाता रोकें' },
      typed: REASON,
    },
    'staff-limit-dialog': { ...person, opens: { en: 'Propose a limit', hi: 'लिमिट का प्रस्ताव' } },
    'staff-banned': { ...person, changes: { of: '**/api/v1/admin/users/*', to: banned } },
    'staff-banned-dialog': {
      ...person,
      changes: { of: '**/api/v1/admin/users/*', to: banned },
      opens: { en: 'Block the account', hi: 'खाता रोकें' },
    },
    'staff-submitted-dialog': {
      path: at.report,
      opens: { en: 'Note a submission', hi: 'जमा होना दर्ज करें' },
    },
    'staff-chargeback': at.chargeback,
    'staff-chargeback-evidence': chargeback,
    'staff-contest-dialog': { ...chargeback, opens: { en: 'Contest it', hi: 'विरोध करें' } },
    'staff-give-back-dialog': { ...chargeback, opens: { en: 'Give it back', hi: 'पैसा लौटाएँ' } },
  };
}

/** Finds the first row of the first list that has rows; where every list is empty, an id that does not exist. */
const firstOf =
  ({ lead }: People) =>
  async (...lists: readonly string[]): Promise<string> => {
    for (const list of lists) {
      const { items } = await lead.call<Found>('GET', `/admin/${list}`);
      if (items[0] !== undefined) return items[0].id;
    }
    return 'nothing-here';
  };

/** The staff's pages, each list with the detail of its first. */
async function pagesOf(people: People): Promise<Shots> {
  const first = firstOf(people);
  const [
    person,
    debtor,
    payment,
    unknown,
    hardship,
    approval,
    review,
    ticket,
    difference,
    chargeback,
    held,
    report,
  ] = await Promise.all([
    first('users?search=aarav@demo.example.in'),
    first('users?isOverdue=true'),
    first('payments?billStatus=paid'),
    first('payments?billStatus=unknown'),
    first('hardships', 'hardships?status=ended'),
    first('approvals'),
    first('kyc/reviews'),
    first('support/messages?status=closed'),
    first('reconciliation'),
    first('chargebacks'),
    first('users?search=meera'),
    first('bureau-reports'),
  ]);
  return {
    'staff-overview': '/admin',
    'staff-users': '/admin/users',
    'staff-user': `/admin/users/${person}`,
    'staff-user-overdue': `/admin/users/${debtor}`,
    'staff-payments': '/admin/payments',
    'staff-payment': `/admin/payments/${payment}`,
    'staff-payment-unknown': `/admin/payments/${unknown}`,
    'staff-hardships': '/admin/hardships',
    'staff-hardship': `/admin/hardships/${hardship}`,
    'staff-limits': '/admin/limits',
    'staff-limits-owing': '/admin/limits?state=owing',
    'staff-missing': '/admin/approvals/nothing-here',
    'staff-approvals': '/admin/approvals',
    'staff-approval': `/admin/approvals/${approval}`,
    'staff-kyc': '/admin/kyc',
    'staff-kyc-review': `/admin/kyc/${review}`,
    'staff-breaks': '/admin/reconciliation',
    'staff-break': `/admin/reconciliation?break=${difference}`,
    'staff-receipts': '/admin/reconciliation?list=receipts',
    'staff-chargebacks': '/admin/reconciliation?list=chargebacks',
    'staff-settlements': '/admin/reconciliation?list=settlements',
    'staff-support': '/admin/support',
    'staff-ticket': `/admin/support/${ticket}`,
    'staff-settings': '/admin/settings',
    'staff-sentences': '/admin/testimonials',
    'staff-restores': '/admin/restores',
    'staff-books': '/admin/books',
    'staff-bank-movements': '/admin/bank-movements',
    'staff-bureau-reports': '/admin/bureau-reports',
    'staff-bureau-report': `/admin/bureau-reports?report=${report}`,
    'staff-audit': '/admin/audit',
    'staff-user-disputed': `/admin/users/${held}`,
    ...dialogsOf({
      payment: `/admin/payments/${payment}`,
      person: `/admin/users/${person}`,
      chargeback: `/admin/chargebacks/${chargeback}`,
      report: `/admin/bureau-reports?report=${report}`,
    }),
  };
}

export async function takeStaff(camera: Camera, people: People): Promise<void> {
  if (!camera.wants('staff-overview')) return;
  await camera.forget();
  await people.lead.enter(camera.page);
  await camera.visitAll(await pagesOf(people));
}

/** The same in Hindi: its words are longer, and each has to be there. */
export async function takeStaffHindi(camera: Camera, people: People): Promise<void> {
  if (!camera.wants('staff-overview-hi')) return;
  await camera.forget();
  await people.lead.enter(camera.page);
  await camera.speak('hi');
  await camera.visitAll(await pagesOf(people), { suffix: '-hi' });
}

/** The dialogs of staff with letters of twice their size. */
export async function takeStaffLarge(camera: Camera, people: People): Promise<void> {
  await camera.forget();
  await people.lead.enter(camera.page);
  const dialogs = Object.entries(await pagesOf(people)).filter(([name]) => name.includes('-dialog'));
  await camera.visitAll(Object.fromEntries(dialogs), { suffix: '-large', isLarge: true });
}
