import { defineWords } from '../lib/i18n.tsx';

export const en = {
  productName: 'Mohlat',
  skipToContent: 'Skip to content',
  close: 'Close',
  back: 'Back',
  home: 'Home',
  help: 'Help',
  toasts: 'Messages',
  offline: 'You are offline. Paying waits until you are back.',
  offlineAsOf: (time: string) =>
    `You are offline. Figures are as of ${time}; paying waits until you are back.`,
  outOfReach: {
    title: 'You are offline',
    text: 'This page is not kept on your device. It opens once you are back.',
    dashboard: 'Go to Dashboard',
  },
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  nav: {
    main: 'Main',
    menu: 'Menu',
    openMenu: 'Open menu',
    staff: 'Staff desk',
    quick: 'Shortcuts',
  },
  account: 'Your account',
  userFallback: 'User',
  logout: 'Logout',
  logoutFailed: 'Logout Failed',
  notifications: {
    title: 'Notifications',
    open: 'Notifications',
    openUnread: (count: number) => `Notifications, ${count} unread`,
  },
  notFound: {
    code: '404',
    title: 'Oops! Page not found',
    home: 'Return to Home',
    suggestions: 'You may be looking for',
    dashboard: 'Dashboard',
    payBill: 'Pay Bill',
  },
  problem: {
    title: 'There is a problem with the service',
    noMoney: 'This page failed to open. Opening a page never moves money; your payments are as they were.',
    network: 'A part of the app could not be fetched. Check the connection and try again.',
    retry: 'Try again',
    reference: (id: string) => `Request ${id}`,
  },
  sessionEnded: {
    title: 'Your session has ended',
    description: 'Log in again to continue. What you typed is kept.',
    leave: 'Leave and go to the home page',
  },
  auth: {
    facts: [
      { title: 'The price first', text: 'Fee, total and APR are shown before you agree to anything.' },
      { title: 'Your card number is not kept', text: 'We keep its last four digits, to find your bill.' },
      { title: 'A person answers', text: 'Write to us in English or Hindi: somebody reads it and replies.' },
    ],
    factsLabel: 'What to expect',
    line: [
      { when: 'Today', what: 'Your bank has its money' },
      { when: 'In a month', what: 'You repay, or a first part' },
      { when: 'On the last day', what: 'You owe nothing' },
    ],
  },
};

export type ShellWords = typeof en;

export const useShellWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
