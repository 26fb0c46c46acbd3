/** Codes of the support desk: part of the closed list in `errors.ts`. */
export const SUPPORT_ERRORS = {
  ticket_changed: {
    status: 409,
    retry: 'never',
    en: 'This ticket has changed since you opened it. Read it again before you answer.',
    hi: 'आपके खोलने के बाद यह टिकट बदल गया है। उत्तर देने से पहले इसे फिर पढ़ें।',
  },
} as const;
