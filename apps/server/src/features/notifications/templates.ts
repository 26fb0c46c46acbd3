/** Every text the product sends, by name. A mail has a subject; an SMS has only its registered text. */
export interface MailTemplate {
  readonly subject: string;
  readonly text: string;
  /** What a button in the mail says; its address is the variable `link`. */
  readonly button?: string;
}

export const MAIL_TEMPLATES = {
  'auth.confirm': {
    subject: 'Confirm your e-mail address',
    text: 'Confirm this address to start using Mohlat.\n\nOr enter this code: {code}\n\nThe link and the code work once, for 24 hours. If you did not sign up, ignore this mail.',
    button: 'Confirm my address',
  },
  'auth.magic_link': {
    subject: 'Your sign-in link',
    text: 'Use this link to sign in to Mohlat.\n\nOr enter this code: {code}\n\nIf you did not ask for it, ignore this mail.',
    button: 'Sign in',
  },
  'auth.recovery': {
    subject: 'Choose a new password',
    text: 'Use this link to choose a new password.\n\nOr enter this code: {code}\n\nIf you did not ask for it, ignore this mail: your password stays as it is.',
    button: 'Choose a new password',
  },
  'auth.email_change': {
    subject: 'Confirm your new e-mail address',
    text: 'Confirm the change of your e-mail address to {newEmail}.\n\nOr enter this code: {code}\n\nIf you did not ask for it, ignore this mail.',
    button: 'Confirm the change',
  },
  'auth.reauthentication': {
    subject: 'Your confirmation code',
    text: 'Enter this code to confirm it is you: {code}',
  },
  'auth.password_changed': {
    subject: 'Your password was changed',
    text: 'The password of your Mohlat account was changed. Your other devices are signed out.\n\nIf it was not you, choose a new password now and write to us.',
    button: 'Choose a new password',
  },
  'auth.email_changed': {
    subject: 'Your e-mail address was changed',
    text: 'The e-mail address of your Mohlat account was changed. This address no longer signs in.\n\nIf it was not you, write to us now.',
    button: 'Write to us',
  },
  'auth.phone_changed': {
    subject: 'Your mobile number was changed',
    text: 'A mobile number was added to your Mohlat account, or the one it had was changed.\n\nIf it was not you, write to us now.',
    button: 'Write to us',
  },
  'payment.paid': {
    subject: '{bank} has your payment of {amount}',
    text: '{bank} has your payment of {amount} for the card ending {last4}.\n\n{repayment}\n\nReference: {reference}',
    button: 'See the payment',
  },
  'payment.failed': {
    subject: 'Not paid. You owe nothing.',
    text: 'The bill of {amount} for the {bank} card ending {last4} was not paid. You owe nothing and your limit is free again.\n\nYou may pay the bill again.',
    button: 'See the payment',
  },
  'repayment.received': {
    subject: 'We received your repayment of {amount}',
    text: 'We received your repayment of {amount} for the {bank} card ending {last4}.\n\nStill to repay: {outstanding}.',
    button: 'See the payment',
  },
  'mandate.active': {
    subject: 'Autopay is on',
    text: 'Your instalments are collected on their due dates. You are told two days before each debit. You can pause or cancel autopay at any time.',
    button: 'See the payment',
  },
  'mandate.stopped': {
    subject: 'Autopay has stopped',
    text: 'Your instalments are no longer collected. Pay each by its due date, or set autopay up again.',
    button: 'See the payment',
  },
  'mandate.debit_due': {
    subject: '{amount} will be collected on {date}',
    text: '{lender} will collect {amount} on {date}, under the autopay you approved.\n\nFor: instalment {instalment} of your payment to the {bank} card ending {last4}.\nReference: {reference}\n\nIf you do not want this debit, cancel autopay before that day.',
    button: 'See or cancel autopay',
  },
  'mandate.debited': {
    subject: '{amount} was collected',
    text: '{amount} was collected for instalment {instalment} of your payment to the {bank} card ending {last4}.\n\nReference: {reference}\n\nIf something is not right, write to our grievance officer {officer}, {officerEmail}, {officerPhone}.',
    button: 'See the payment',
  },
  'mandate.debit_failed': {
    subject: '{amount} could not be collected',
    text: 'Instalment {instalment} of your payment to the {bank} card ending {last4} could not be collected.\n\n{what}\n\nReference: {reference}',
    button: 'Pay now',
  },
  'loan.closed': {
    subject: 'Repaid in full: nothing more is owed',
    text: 'The bill of {bill} that we paid for your {bank} card ending {last4} is repaid in full, with fee and interest. Nothing more is owed on it.\n\nReference: {reference}\n\nKeep this mail: it says that there are no dues.',
    button: 'See the payment',
  },
  'payment.cancelled': {
    subject: 'Your payment is cancelled. You owe nothing more on it.',
    text: 'We received {amount}, and your payment for the {bank} card ending {last4} is cancelled. You owe nothing more on it.\n\nThe days used cost {charge}. The service fee of {fee} and its GST are taken back. Your limit is free again.',
    button: 'See the payment',
  },
  'refund.returned': {
    subject: 'We returned {amount} to you',
    text: 'We returned {amount} that was more than you owed on the {bank} card ending {last4}.\n\nIt goes back to where you paid from. Your bank may take up to 7 working days to show it.',
    button: 'See the payment',
  },
  'refund.refused': {
    subject: 'We could not return {amount} yet',
    text: 'We tried to return {amount} that was more than you owed on the {bank} card ending {last4}. Your bank did not take it back.\n\nThe money is still yours. We write to you about another way.',
    button: 'See the payment',
  },
  'account.closed': {
    subject: 'Your Mohlat account is closed',
    text: 'Your account is closed, as you asked on {date}. You owe nothing.\n\nErased: {erased}.\n\nKept, because the law asks for it, and erased when its time is over: {kept}.\n\nIf it was not you, or something here is not right, write to our grievance officer {officer}, {officerEmail}.',
  },
  'credit.lowered': {
    subject: 'Your credit limit is now {amount}',
    text: 'Your credit limit is now {amount}.\n\n{reasons}\n\nWhat you owe and how you repay it stay the same.',
    button: 'See my credit limit',
  },
  'credit.on_hold': {
    subject: 'New payments are on hold',
    text: '{why}\n\nRepaying works as before.',
    button: 'See what ends it',
  },
  'kyc.video_verified': {
    subject: 'Your video KYC is approved',
    text: 'Your video KYC is approved. You can now ask for your credit limit to be looked at again.',
    button: 'See my KYC',
  },
  'kyc.video_rejected': {
    subject: 'Your video KYC was not accepted',
    text: 'Your video KYC was not accepted.\n\n{reason}\n\nYou can record it again at any time; nothing else changes.',
    button: 'Record again',
  },
  'kyc.pan_verified': {
    subject: 'Your PAN is verified',
    text: 'A person has compared the names: this PAN is yours. You can go on with your KYC.',
    button: 'See my KYC',
  },
  'kyc.pan_rejected': {
    subject: 'Your PAN was not accepted',
    text: 'Your PAN was not accepted.\n\n{reason}\n\nYou can try again at any time.',
    button: 'Try again',
  },
  'kyc.due': {
    subject: 'Confirm your KYC by {day}',
    text: 'The law asks for your KYC again from time to time. Confirm PAN and Aadhaar once more by {day}. Until then nothing changes.',
    button: 'Confirm my KYC',
  },
  'kyc.lapsed': {
    subject: 'Your KYC has lapsed',
    text: 'New payments rest until you confirm PAN and Aadhaar once more. What you owe and how you repay it stay the same.',
    button: 'Confirm my KYC',
  },
  'support.received': {
    subject: 'We have your message: ticket {ticket}',
    text: 'Your message to Mohlat has reached our support team. Its ticket number is {ticket}.\n\nWe will get back to you at this address as soon as possible. If you write or call again, tell us the number.\n\nIf you did not write to us, ignore this mail.',
  },
  'support.forwarded': {
    subject: '[{ticket}] {subject}',
    text: 'From {name}, {email}\n\n{message}',
  },
} as const satisfies Record<string, MailTemplate>;
export type MailTemplateName = keyof typeof MAIL_TEMPLATES;

/** An SMS text must equal the one registered with the operators, its variables aside. */
export const SMS_TEMPLATES = {
  'auth.otp': '{code} is your Mohlat code. It is valid for {minutes} minutes. Do not share it with anyone.',
  'auth.password_changed':
    'Mohlat: the password of your account was changed. If it was not you, write to us now: the address stands in the app under Help.',
  'auth.email_changed':
    'Mohlat: an e-mail address was added to your account, or changed. If it was not you, write to us now: the address stands in the app under Help.',
  'auth.phone_changed':
    'Mohlat: the mobile number of your account was changed. If it was not you, write to us now: the address stands in the app under Help.',
  'payment.paid': 'Mohlat: {bank} has your card payment of {amount}. First repayment {due} on {dueDate}.',
  'payment.failed': 'Mohlat: your {bank} card bill of {amount} was not paid. You owe nothing.',
  'mandate.active': 'Mohlat: autopay is on. Your instalments are collected on their due dates.',
  'mandate.stopped': 'Mohlat: autopay has stopped. Pay each instalment by its due date.',
  'mandate.debit_due':
    'Mohlat: {amount} will be collected on {date} by autopay for instalment {instalment}, ref {reference}. To stop it, cancel autopay in the app before that day.',
  'mandate.debited':
    'Mohlat: {amount} collected by autopay for instalment {instalment}, ref {reference}. Complaints: {officerPhone}.',
  'mandate.debit_failed':
    'Mohlat: {amount} for instalment {instalment} could not be collected. The app says why and what to do.',
  'loan.closed': 'Mohlat: your {bank} card bill of {bill} is repaid in full. Nothing more is owed on it.',
  'payment.cancelled':
    'Mohlat: we received {amount}. Your {bank} card payment is cancelled; you owe nothing more on it.',
  'refund.returned':
    'Mohlat: we returned {amount} to you. Your bank may take up to 7 working days to show it.',
  'refund.refused': 'Mohlat: we could not return {amount} yet. It is still yours; we write to you.',
  'credit.lowered': 'Mohlat: your credit limit is now {amount}. The reasons are in the app.',
  'credit.on_hold': 'Mohlat: new payments are on hold. The app says why; repaying works as before.',
  'kyc.video_verified': 'Mohlat: your video KYC is approved.',
  'kyc.video_rejected': 'Mohlat: your video KYC was not accepted. The app says why; you can record it again.',
  'kyc.pan_verified': 'Mohlat: your PAN is verified. You can go on with your KYC.',
  'kyc.pan_rejected': 'Mohlat: your PAN was not accepted. The app says why; you can try again.',
  'kyc.due': 'Mohlat: confirm your KYC once more by {day}. Until then nothing changes.',
  'kyc.lapsed':
    'Mohlat: your KYC has lapsed. New payments rest until you confirm it; repaying works as before.',
  'repayment.received': 'Mohlat: repayment of {amount} received. Still to repay: {outstanding}.',
} as const;
export type SmsTemplateName = keyof typeof SMS_TEMPLATES;

/** Puts variables into a text. Throws when one is missing: a half-filled message must not leave. */
export function fill(template: string, vars: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = vars[name];
    if (value === undefined) throw new Error(`template variable ${name} is missing`);
    return value;
  });
}
