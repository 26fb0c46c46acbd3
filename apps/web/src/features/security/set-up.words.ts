import { defineWords } from '../../lib/i18n.tsx';

/** Words of the dialogs that set up a second step or take one away: fetched with the first of them. */
export const en = {
  app: {
    title: 'Set up your app',
    text: 'Use any authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis.',
    scan: '1. Scan this code with the app',
    qr: 'QR code for your authenticator app',
    type: 'Cannot scan? Type this key into the app:',
    copyKey: 'Copy key',
    open: 'On this phone? Open your app',
    enter: '2. Enter the six digits it shows',
    confirm: 'Turn on',
    confirming: 'Checking...',
    codeNeeded: 'Enter the six digits',
    done: 'Second step is on',
    doneText: 'From now on we ask for it when you log in.',
  },
  number: {
    title: 'Set up code by SMS',
    text: 'We send six digits to this mobile each time you log in with your password.',
    mobile: 'Mobile number',
    mobileHint: 'One that is with you when you log in.',
    rule: 'Enter a 10-digit Indian mobile number',
    send: 'Send the code',
    sending: 'Sending...',
  },
  passkey: {
    title: 'Add a passkey',
    text: 'Give it a name by which you know the device. Then your device asks you to confirm.',
    name: 'Name',
    nameHint: 'My phone, Work laptop',
    nameNeeded: 'Give it a name',
    create: 'Continue',
    creating: 'Waiting for your device...',
    refused: 'Your device did not make a passkey. Try again when you are ready.',
    done: 'Passkey added',
  },
  remove: {
    app: {
      ask: () => 'Remove your authenticator app?',
      text: 'Logging in will ask for your other second step instead.',
      done: 'Authenticator app removed',
    },
    number: {
      ask: () => 'Stop codes by SMS?',
      text: 'Logging in will ask for your other second step instead.',
      done: 'Codes by SMS stopped',
    },
    passkey: {
      ask: (name: string) => `Remove the passkey "${name}"?`,
      text: 'It is no longer asked for here. Your device may still list it; delete it there too.',
      done: 'Passkey removed',
    },
    textLast: 'Logging in will ask for your password alone, and your recovery codes stop working.',
  },
};

export type SetUpWords = typeof en;

export const useSetUpWords = defineWords(en, () =>
  import('./set-up.words.hi.ts').then((module) => module.hi),
);
