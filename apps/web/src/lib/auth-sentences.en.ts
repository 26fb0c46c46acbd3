/** What the auth service says and asks, wherever it is asked: logging in, signing up, a change of number. */
export const en = {
  code: 'Enter the 6-digit code',
  codeSentTo: (mobile: string) => `Sent to ${mobile}`,
  verify: 'Verify',
  verifying: 'Verifying...',
  changeNumber: 'Change Number',
  resend: 'Resend OTP',
  resendIn: (clock: string) => `Resend OTP in ${clock}`,
  otpSent: 'OTP Sent',
  otpSentText: (mobile: string) => `A 6-digit code has been sent to ${mobile}`,
  codeMailedTo: (email: string) => `From the mail to ${email}`,
  otherAddress: 'Use another address',
  resendMail: 'Send the mail again',
  resendMailIn: (clock: string) => `Send the mail again in ${clock}`,
  invalidOtp: 'Invalid OTP',
  invalidOtpText: 'Please enter a valid 6-digit OTP',
  reasons: {
    length: 'It is too short.',
    characters: 'It needs more kinds of characters.',
    pwned: 'It is known from leaks of other services.',
    strength: 'It is easy to guess.',
  } as Record<string, string>,
  /** Sentences by the server's code, where its own words would not help a person. */
  errors: {
    network: 'There is no connection. Try again when you are back online.',
    otp_expired: 'The code is wrong or has expired. Check it, or ask for a new one.',
    over_request_rate_limit: 'Too many tries. Wait five minutes and try again.',
    over_sms_send_rate_limit: 'A code was sent a moment ago. Wait a minute before asking again.',
    over_email_send_rate_limit: 'A mail was sent a moment ago. Wait a minute before asking again.',
    current_password_required: 'This link is too old to choose a password with. Ask for a new one.',
    phone_exists: 'This number already belongs to another account.',
    sms_send_failed: 'The code could not be sent to this number. Check it, or sign up by email.',
  } as Record<string, string>,
};

export type AuthSentences = typeof en;
