import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  share: {
    link: 'Let somebody else pay it',
    making: 'Making the link...',
    failed: 'The link could not be changed',
    shows: (amount: string, until: string) =>
      `Until ${until} whoever has it can pay ${amount}. It shows the amount and the date, and neither your name nor your bank.`,
    copy: 'Copy the link',
    copied: 'Link copied',
    send: 'Send it',
    revoke: 'Take the link back',
    revoked: 'Nobody can pay by that link any more',
    out: (amount: string, until: string) => `A link to pay ${amount} is out until ${until}.`,
    another: 'Make a new one',
  },
  page: {
    title: 'An amount to pay',
    due: (date: string) => `Due on ${date}`,
    pay: (amount: string) => `Pay ${amount}`,
    opening: 'Opening the payment window...',
    how: 'By UPI or from a bank account. Not by credit card.',
    safeTitle: 'Before you pay',
    safe: [
      'This repays a card bill that Mohlat paid: your own, or that of the person who sent you this link. What is owed besides, and to whom, is not shown.',
      'Pay only if you know who sent you this link. Ask them, if you are not sure.',
      'We ask for no password and no code. Your UPI app asks for your PIN, and for nothing else.',
    ],
    paidTitle: 'Paid',
    paidText: 'This is paid. The person whose bill it is has been told.',
    paidElsewhere: 'This is paid already. There is nothing left to pay.',
    reference: 'Payment reference',
    paidAt: 'Paid at',
    copy: 'Copy the reference',
    copied: 'Reference copied',
    print: 'Print',
    checking: 'We are checking with the bank',
    checkingText: 'This can take a few minutes. Do not pay again: this page says when it has arrived.',
    attemptRefused: 'One attempt was refused',
    refused:
      'The bank took nothing for it. If you began another attempt, it shows here within two minutes: wait for that before you pay again.',
    noWindow: 'The payment window did not open',
    noWindowText: 'Nothing was taken. Check the network and try again.',
    gone: 'This link does not work any more',
    goneText:
      'It was taken back, its time is over, it is paid already, or it was not copied whole. Nothing can be paid by it. Ask the person who sent it for a new one.',
    ownText: 'Is it your own card bill? Log in to repay it, or write to us.',
    login: 'Log in',
    help: 'Help',
  },
};

export type RepayLinksWords = typeof en;

export const useRepayLinksWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
