import { defineWords } from '../../../lib/i18n.tsx';

/** The pages to which a link of a mail leads: nobody who signs up waits for their words. */
const en = {
  newPassword: {
    title: 'Choose a new password',
    subtitle: (account: string) => `For ${account}. You stay logged in on this device.`,
    submit: 'Save password',
    pending: 'Saving...',
    done: 'Password changed',
    expiredTitle: 'This link no longer works',
    expiredText: 'A link works once, and for a day. Ask for a new one.',
    askAgain: 'Send a new link',
  },
  confirmed: {
    doneTitle: 'Your email is confirmed',
    doneText: (account: string) => `You are logged in as ${account}.`,
    halfTitle: 'One address is confirmed',
    halfText: 'A second mail went to the other address. Open its link to finish the change.',
    failedTitle: 'This link did not work',
    failedText: 'A link works once, and for a day. Log in to ask for a new one.',
    continue: 'Continue',
    login: 'Log In',
  },
  /** A link that another browser or app asked for. */
  elsewhere: {
    title: 'Go on where you asked for this link',
    text: 'It belongs to another browser or app, and logs nobody in here. A new password can be chosen here too, by the code of the newest mail.',
    newPassword: 'Choose a new password',
  },
  whose: {
    title: 'Which account?',
    text: (here: string, other: string) =>
      `You are signed in as ${here}. The link you opened belongs to ${other}.`,
    unknown: 'another account',
    takeOver: (other: string) => `Continue as ${other}`,
    stay: (here: string) => `Stay as ${here}`,
    pending: 'Signing in...',
    retry: 'Retry',
    dead: 'The link you opened no longer works.',
    visitorTitle: 'Log in by this link?',
    visitorText: (other: string) =>
      `This link logs you in as ${other}. Go on only if this account is yours: it may have been sent by somebody else.`,
    notMe: 'This is not me',
  },
};

export type LinkWords = typeof en;

export const useLinkWords = defineWords(en, () => import('./links.words.hi.ts').then((module) => module.hi));
