import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  title: 'It was not you?',
  text: 'Press the button if you did not make the change we told you of.',
  takesBack: 'What was added to your account is taken away, and your password stops working.',
  logsOut: 'Everybody is logged out, on every device.',
  freezes: 'No bill is paid and no contact changed until you have chosen a new password.',
  wayBack:
    'We send the way to a new password to the contact this notice went to. A second step that was there before the change is asked for.',
  undo: 'It was not me',
  undoing: 'Taking it back...',
  doneTitle: 'The change is taken back',
  doneText: 'Everybody is logged out. Open the message we have just sent you and choose a new password.',
  doneAsk: 'No message after a minute?',
  again: 'Ask for it again',
  forgot: 'Choose a new password',
  failedTitle: 'This link does not work',
  failedText:
    'It works once, and for 72 hours. If something is wrong with your account, choose a new password and write to us.',
  perhapsTitle: 'It may be taken back already',
  perhapsText:
    'We did not hear the answer to your first press. If a message with the way to a new password came, it worked. If none comes, the link was used before or is older than 72 hours: choose a new password and write to us.',
  problem: 'That did not work',
  help: 'Help',
};

export type NotMeWords = typeof en;

export const useNotMeWords = defineWords(en, () =>
  import('./not-me.words.hi.ts').then((module) => module.hi),
);
