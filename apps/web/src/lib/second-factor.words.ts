import { defineWords } from './i18n.tsx';

/** The text of every place that asks for the second factor: after a log-in, and over an open screen. */
export const en = {
  title: 'One more step',
  subtitle: 'Your account is protected by a second step.',
  dialogText: 'Confirm that it is you. What you typed is kept.',
  close: 'Not now',
  appCode: 'Code from your authenticator app',
  appHint: 'Six digits. They change every 30 seconds.',
  appHintNamed: (name: string) => `Six digits from ${name}. They change every 30 seconds.`,
  confirm: 'Confirm',
  confirming: 'Checking...',
  passkeyText: 'Your device asks for your fingerprint, face, PIN or key.',
  passkeyTextNamed: (name: string) =>
    `The passkey "${name}": your device asks for your fingerprint, face, PIN or key.`,
  passkey: 'Use your passkey',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the ten codes you kept. Each works once.',
  useApp: 'Use your authenticator app',
  useAppNamed: (name: string) => `Use the app ${name}`,
  usePasskey: 'Use your passkey',
  usePasskeyNamed: (name: string) => `Use the passkey ${name}`,
  smsText: (end: string) => `We send six digits by SMS to your mobile ending in ${end}.`,
  smsSent: (end: string) => `Sent to your mobile ending in ${end}.`,
  sendSms: 'Send the code',
  sendingSms: 'Sending...',
  useSms: (end: string) => `Send a code to the mobile ending in ${end}`,
  useRecovery: 'Use a recovery code',
  otherWays: 'Other ways',
  failed: 'Not confirmed',
  codeNeeded: 'Enter the six digits',
  recoveryNeeded: 'Enter a recovery code',
  wrongCode: 'This code is not right, or was used already. Wait for the next one and enter that.',
  wrongRecovery: 'This recovery code is not right, or was used already.',
  wrongSms: 'This code is not right, or has expired. Check it, or ask for a new one.',
  passkeyRefused: 'Your device did not confirm. Try again, or use another way.',
  lockedForDay:
    'Too many wrong codes: after a log-in like this one, this way is closed for a day. Use another way below, or log in the other way: by "Forgot Password?" or mobile OTP if you gave your password, with your password if you did not. There wrong codes are counted apart. If it was not you, change your password once you are in.',
  codesLockedForDay:
    'Too many wrong recovery codes were entered with this password: for a day it opens nothing with one. Log in by "Forgot Password?" or by mobile OTP: there your recovery codes work at once.',
  locked: 'Too many wrong codes. Wait five minutes, then try again.',
  expired: 'That took too long. Try again.',
  otherNetwork: 'Your connection changed in between. Try again.',
  ownFactor:
    'You set this second step up in the log-in you are in, so here it does not count yet. Log out and log in again with it, then try once more.',
  cannotLoad: 'This step could not be opened',
  none: 'Your account has no second step yet. Set one up first: an authenticator app or a passkey.',
  setUp: 'Set up a second step',
  lost: 'No way left? Write to support; we check who you are first.',
  toSupport: 'Write to support',
  logoutFailed: 'Logout Failed',
  leave: 'Log in as somebody else',
};

export type SecondFactorWords = typeof en;

export const useSecondFactorWords = defineWords(en, () =>
  import('./second-factor.words.hi.ts').then((module) => module.hi),
);
