import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Support',
  subtitle: 'What people ask us, the longest waiting first.',
  empty: 'Nobody waits for an answer.',
  emptyFiltered: 'No ticket matches these filters.',
  statuses: { open: 'Waits for us', answered: 'Answered', closed: 'Closed' },
  assignee: 'Taken by',
  assignees: { me: 'Me', nobody: 'Nobody' },
  number: 'Ticket number',
  subject: 'Subject',
  from: 'From',
  visitor: 'Visitor',
  changed: 'Last change',
  thread: 'What was written',
  sender: 'The person',
  team: 'Us',
  about: 'About',
  ticket: 'Ticket',
  email: 'E-mail',
  language: 'Reads',
  languages: { en: 'English', hi: 'Hindi' },
  reply: 'Answer',
  replyText: 'Goes by mail, and to the app where there is an account.',
  replyLabel: 'Your answer',
  replyMissing: 'Write an answer',
  closes: 'This settles the matter: close the ticket',
  send: 'Send the answer',
  sending: 'Sending…',
  sent: 'Answer sent',
  failed: 'The answer was not sent',
  take: 'Take it',
  giveBack: 'Give it back',
  close: 'Close without an answer',
  reopen: 'Open it again',
  changeFailed: 'This was not changed',
};

export type SupportWords = typeof en;

export const useSupportWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
