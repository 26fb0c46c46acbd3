import { faq } from '../../lib/faq.en.ts';
import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Help & Support',
  contactTitle: 'Contact Us',
  contactText: 'Get in touch with our support team',
  writeTo: 'Write to',
  emailMissing: 'The address could not be loaded. The form below reaches the same team.',
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sending: 'Sending...',
  sent: 'Message Sent',
  sentText: "We'll get back to you as soon as possible.",
  ticket: 'Your ticket number',
  ticketByMail: (email: string) => `We have mailed it to ${email}.`,
  copy: 'Copy ticket number',
  copied: 'Ticket number copied',
  notSent: 'The message was not sent. What you wrote is still here.',
  maybeSent: 'We do not know whether the message arrived. What you wrote is still here.',
  offline: 'You are offline. What you wrote is kept; send it when you are back.',
  faqTitle: 'Frequently Asked Questions',
  faqText: 'Find quick answers to common questions',
  faq,
  search: 'Search the answers',
  found: (count: number) =>
    count === 0
      ? 'No answer has these words. Write to us on this page.'
      : count === 1
        ? '1 answer'
        : `${count} answers`,
  requests: {
    title: 'Your requests',
    failed: 'Your requests could not be loaded',
    empty: 'You have not written to us yet.',
    states: { open: 'With our team', answered: 'Answered', closed: 'Closed' },
    news: 'New answer',
    back: 'Back to all requests',
    you: 'You',
    team: 'Our support team',
    writeAgain: 'Write again',
    opensAgain: 'This request is closed. Writing opens it again.',
  },
  officerTitle: 'Grievance officer',
  officerText:
    'If an answer does not settle the matter, write or call here. If 30 days pass without a solution, you can turn to the Reserve Bank of India’s ombudsman at cms.rbi.org.in.',
};

export type SupportWords = typeof en;

export const useSupportWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
