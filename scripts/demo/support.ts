import {
  answerSupportRequest,
  changeSupportMessage,
  getSupportMessage,
  listSupportMessages,
  openSupportRequest,
  type Payment,
  replyToSupportMessage,
  sendSupportMessage,
} from '@mohlat/contract';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { Life, Member, Planned, Stage } from './lives.ts';
import { type Office, PAGE } from './staff.ts';
import type { World } from './world.ts';
import type { Random } from '@mohlat/lending/simulate';

interface Question {
  readonly subject: string;
  readonly message: string;
  readonly answer: string;
  readonly thanks: string;
}

/** The questions of people, with the answers of staff. */
const QUESTIONS: readonly Question[] = [
  {
    subject: 'When will my bank show the payment?',
    message:
      'I paid my credit card bill through Mohlat, but the bank’s app still shows it as due. When will it change?',
    answer:
      'Your bank has confirmed the payment to us. Most banks show it within one working day; the reference is on your receipt.',
    thanks: 'It shows now. Thank you for the quick reply.',
  },
  {
    subject: 'Change my due date',
    message: 'My salary comes on the 5th. Can the instalments fall due after that?',
    answer:
      'The dates of a plan are fixed when you agree to it. You can repay earlier at any time, and choose the day of your next bill’s plan by paying it later in the month.',
    thanks: 'All right, I will do it like that next time.',
  },
  {
    subject: 'किस्त की रसीद चाहिए',
    message: 'मुझे पिछले महीने की किस्त की रसीद चाहिए। ऐप में कहाँ मिलेगी?',
    answer: 'भुगतान खोलिए, फिर “चुकाए गए” में उस किस्त पर टैप कीजिए। रसीद वहीं से डाउनलोड हो जाती है।',
    thanks: 'मिल गई, धन्यवाद।',
  },
  {
    subject: 'Why did my limit change?',
    message: 'My limit is lower than last month although I have paid everything on time. Why?',
    answer:
      'The bureau’s report of this month shows a new loan elsewhere. The reasons are listed under Credit; a newer salary slip can raise the limit again.',
    thanks: 'I had forgotten the scooter loan. I will send the slip.',
  },
  {
    subject: 'ऑटोपे से दो बार पैसे कटे?',
    message: 'बैंक का मैसेज दो बार आया है। क्या किस्त दो बार कट गई?',
    answer: 'आपकी किस्त एक ही बार ली गई है। दूसरा मैसेज ऑटोपे की सूचना का है, उससे पैसे नहीं कटते।',
    thanks: 'समझ गया, शुक्रिया।',
  },
  {
    subject: 'Paid twice by mistake',
    message:
      'On the evening of the due date the page of my bank did not load, so I tried again from the laptop, and then once more from my wife’s telephone because the code never came. In the morning there were two debits on the account and three messages from the bank, one of which says that it was returned. I have attached nothing because the form does not let me, but I can send the pages of the passbook. Please tell me which of the two counts, when the other one comes back, and whether anything is charged for the day on which it looked as if nothing had been paid at all.',
    answer:
      'The first of the two counts, with the day on which it was made; nothing is charged. The other one goes back to the same account within five to seven working days, and you find it under Repayments as a refund.',
    thanks: 'It has come back today. One more thing: where do I see that no charge was made?',
  },
  {
    subject: 'कार्ड बदल गया है',
    message: 'बैंक ने नया कार्ड भेजा है और पुराना बंद हो गया। ऐप में नया कार्ड कैसे जोड़ूँ?',
    answer: 'कार्ड खोलकर “नया कार्ड जोड़ें” पर टैप कीजिए। पुराना कार्ड हटाने से चल रहे भुगतान पर कोई असर नहीं पड़ता।',
    thanks: 'जुड़ गया। पुराने कार्ड की किस्त वैसे ही चलेगी न?',
  },
];

/** Visitors without an account ask by the form of the public pages. */
const OF_VISITORS = [
  {
    name: 'हरप्रीत सिंह',
    subject: 'क्या मेरा बैंक चलेगा?',
    message: 'मेरा कार्ड एक छोटे सहकारी बैंक का है। क्या आप उसका बिल भर सकते हैं?',
    language: 'hi',
  },
  {
    name: 'Deepti Raghavan',
    subject: 'Is my employer told?',
    message: 'I would like to use Mohlat for one bill. Does anybody at my office learn of it?',
    language: 'en',
  },
  {
    name: 'Col. (Retd.) Balwant Rai Oberoi',
    subject: 'No smartphone',
    message: 'I have a laptop and an ordinary telephone. Can the video be made without an app?',
    language: 'en',
  },
] as const;

export async function askAsVisitor({ ask: send, clock }: World, random: Random): Promise<void> {
  const { name, ...question } = random.pick(OF_VISITORS);
  const today = clock.today();
  const email = `visitor.${today.replaceAll('-', '')}@demo.example.in`;
  // All of a demo's months pass within one window of the limit. Addresses for examples: RFC 5737.
  const from = `198.51.100.${Number(today.slice(8))}`;
  await send(undefined, sendSupportMessage, { body: { name, email, ...question }, from });
}

const answerTo = (subject: string): string =>
  QUESTIONS.find((one) => one.subject === subject)?.answer ??
  'Thank you for writing. We have looked into it.';

/** Few bills leave a question; a bill that was not paid leaves one more often. */
export function questionAfter({ random }: Life, { billStatus }: Payment, today: BusinessDate): Planned[] {
  if (!random.chance(billStatus === 'paid' ? 0.1 : 0.6)) return [];
  const { subject, message } = random.pick(QUESTIONS);
  return [{ on: addDays(today, random.int(1, 6)), intent: { what: 'ask', subject, message } }];
}

/** Writes to the team; some write again. */
export async function ask(
  { world }: Stage,
  { person, actor, random }: Member,
  { subject, message }: { readonly subject: string; readonly message: string },
): Promise<Planned[]> {
  const { name, email } = person;
  const { id } = await world.ask(actor, openSupportRequest, { body: { name, email, subject, message } });
  const thanks = QUESTIONS.find((one) => one.subject === subject)?.thanks;
  if (thanks === undefined || !random.chance(0.35)) return [];
  const on = addDays(world.clock.today(), random.int(2, 5));
  const again = { on, intent: { what: 'write again', ticketId: id, message: thanks } } as const;
  if (!random.chance(0.4)) return [again];
  const goodbye =
    person.language === 'hi' ? 'धन्यवाद, अब सब साफ़ है।' : 'Thank you, that is all I wanted to know.';
  const last = { on: addDays(on, random.int(2, 4)), intent: { ...again.intent, message: goodbye } } as const;
  return [again, last];
}

export async function writeAgain(
  { world }: Stage,
  { actor }: Member,
  { ticketId, message }: { readonly ticketId: string; readonly message: string },
): Promise<void> {
  await world.ask(actor, answerSupportRequest, { id: ticketId, body: { message } });
}

/** Questions of the last days are left open for the demo. */
const UNANSWERED_DAYS = 4;

/** Most tickets are answered within a day or two, and half of the answers settle the matter; some are taken first. */
export async function answerTickets({ team, random, daysLeft }: Office): Promise<void> {
  const { items } = await team.ask('support', listSupportMessages, {
    query: { status: 'open', order: 'oldest', limit: PAGE },
  });
  for (const { id, subject } of items) {
    const isLate = daysLeft <= UNANSWERED_DAYS;
    if (!random.chance(isLate ? 0.3 : 0.6)) continue;
    const { version, lines } = await team.ask('support', getSupportMessage, { id });
    if (isLate || random.chance(0.15)) {
      await team.tryTo('support', changeSupportMessage, { id, body: { version, assignee: 'me' } });
      continue;
    }
    const isFirst = lines.length === 1;
    const message = isFirst ? answerTo(subject) : 'Thank you for letting us know. Write again at any time.';
    const closes = !isFirst || random.chance(0.5);
    await team.tryTo('support', replyToSupportMessage, { id, body: { message, version, closes } });
  }
}
