import { bound, type Chapter, noted, rule, sentence } from '../item.ts';

const AUTH = ['apps/web/src/features/auth/'];
const ME = ['apps/web/src/features/me/'];
const PAY = ['apps/web/src/features/payments/'];
const KYC = ['apps/web/src/features/kyc/'];
const BANK = ['apps/web/src/features/bank-accounts/'];

/** What a form takes, and what it says of the rest. */
export const VALIDATION: Chapter = {
  title: '5. Validation rules',
  groups: [
    {
      title: 'Log-in and sign-up',
      where: [...AUTH, 'apps/web/src/lib/'],
      items: [
        rule('SPEC-5.login', 'E-mail and password are required.', 'Enter your email', 'Enter your password'),
        sentence(
          'You must provide either an email or phone number and a password',
          'the auth client, when one is missing.',
        ),
        rule(
          'SPEC-5.weak-password',
          'A weak password is refused with its reasons.',
          'weak_password',
          'reasons',
          'length',
        ),
        rule(
          'SPEC-5.signup-required',
          'E-mail and both password fields are required.',
          'Enter your email',
          'Enter your password',
          'Enter the password again',
        ),
        sentence('Passwords do not match', 'title.'),
        sentence('Please ensure both passwords are the same', 'text.'),
        sentence('Terms and Conditions', 'title.'),
        sentence('Please agree to the terms and conditions to continue', 'text.'),
        noted(
          'A hint in the form; the service itself insists on it.',
          bound('SPEC-5.password-hint', 'The hint says at least 8 characters.', 'At least 8 characters'),
        ),
        bound(
          'SPEC-5.mobile-digits',
          'A mobile number has ten digits, with +91 before it.',
          '+919876543210',
          'Enter a 10-digit Indian mobile number',
        ),
        bound(
          'SPEC-5.otp-digits',
          'A code is digits only, exactly six.',
          '123456',
          'Please enter a valid 6-digit OTP',
        ),
        sentence('Invalid OTP', 'title.'),
        sentence('Please enter a valid 6-digit OTP', 'text.'),
        rule(
          'SPEC-5.mobile-terms',
          'The terms have to be accepted by mobile too.',
          'Please agree to the terms and conditions to continue',
        ),
      ],
    },
    {
      title: 'Onboarding',
      where: ME,
      items: [
        rule(
          'SPEC-5.onboarding-first',
          'Step 1 needs name and PAN.',
          'Enter your full name',
          'Enter your PAN',
          'Step 1 of 3',
        ),
        rule(
          'SPEC-5.onboarding-second',
          'Step 2 needs birth date and address.',
          'Enter your date of birth',
          'Enter your current address',
          'Step 2 of 3',
        ),
        noted(
          'A PAN of another shape is said here already, before anybody is asked about it.',
          rule(
            'SPEC-5.onboarding-pan',
            'PAN format and income are not checked there.',
            'Please enter a valid PAN number in the format ABCDE1234F',
          ),
        ),
        sentence('Missing information', 'title.'),
        sentence('Please fill all required fields before proceeding', 'text.'),
      ],
    },
    {
      title: 'Card form',
      where: [...PAY, 'apps/web/src/ui/'],
      items: [
        bound('SPEC-5.card-number', 'Digits only, at most 16, grouped in fours.', '4111 1111 1111 1111'),
        bound('SPEC-5.card-expiry', 'Digits only, at most four, shown MM/YY.', '12/28'),
        bound('SPEC-5.card-cvv', 'Digits only, at most four.', '1234'),
        bound('SPEC-5.card-cvv-min', 'A CVV has at least three.', 'CVV', 'Enter the CVV'),
        noted(
          'American Express cards have fifteen digits, and are taken.',
          bound(
            'SPEC-5.card-valid',
            'Valid: 16 digits, a name, an expiry of five characters, a CVV, a bank; or a saved card.',
            'Enter the card number',
            'Enter the CVV',
            'Choose your bank',
          ),
        ),
        sentence('Please fill in all required fields', 'otherwise.'),
        noted(
          'A card that has expired would be refused by its bank, so it is said here.',
          rule(
            'SPEC-5.card-expired',
            'Whether an expiry lies in the past is not checked.',
            'This card has expired',
          ),
        ),
      ],
    },
    {
      title: 'Bill amount',
      where: [...PAY, 'apps/web/src/ui/'],
      items: [
        rule('SPEC-5.amount-digits', 'Digits and one decimal point only.', '1,23,456.5'),
        bound(
          'SPEC-5.amount-zero',
          'Greater than zero.',
          'Please enter a valid amount within your credit limit',
        ),
        bound(
          'SPEC-5.amount-limit',
          'Not above the available credit.',
          'The bill amount exceeds your available credit limit',
          'Please enter a valid amount within your credit limit',
        ),
        sentence('Please enter a valid amount within your credit limit', 'on the way on.'),
        sentence('The bill amount exceeds your available credit limit', 'at the field.'),
        rule('SPEC-5.bill-dates', 'Bill and due dates are not validated.', 'Confirm & Pay'),
      ],
    },
    {
      title: 'Bank form',
      where: [...BANK, 'apps/web/src/ui/'],
      items: [
        sentence('Account holder name is required', 'at the field.'),
        sentence('Account number is required', 'at the field.'),
        rule('SPEC-5.account-masked', 'The number is masked while it is typed.', 'masked'),
        sentence('Please confirm the account number', 'at the field.'),
        sentence('Account numbers must match', 'at the second field.'),
        bound('SPEC-5.ifsc-length', 'Exactly 11 characters.', 'IFSC code must be 11 characters'),
        sentence('IFSC code must be 11 characters', 'at the field.'),
        rule('SPEC-5.ifsc-upper', 'It is upper-cased as typed.', 'HDFC0001234'),
        sentence('You must accept the terms', 'at the box.'),
        sentence('You must accept the terms to proceed', 'on submit.'),
        bound('SPEC-5.ifsc-lookup', 'It is looked up at eleven characters.', '/ifsc/HDFC0000001'),
        sentence('Invalid IFSC code', 'when nobody knows it.'),
        sentence('Error validating IFSC code', 'when it could not be asked.'),
      ],
    },
    {
      title: 'Profile form',
      where: ME,
      items: [
        bound('SPEC-5.name-min', 'A name has at least two characters.', 'Name must be at least 2 characters'),
        sentence('Name must be at least 2 characters', 'at the field.'),
        sentence('Please enter a valid email address', 'at the field.'),
        bound(
          'SPEC-5.phone-min',
          'A phone number has at least ten digits.',
          'Phone number must be at least 10 digits',
        ),
        sentence('Phone number must be at least 10 digits', 'at the field.'),
        sentence('Phone number must contain only digits', 'at the field.'),
        rule('SPEC-5.profile-optional', 'E-mail, phone and birth date are optional.', 'name'),
      ],
    },
    {
      title: 'KYC',
      where: [...KYC, 'apps/web/src/ui/', 'packages/contract/'],
      items: [
        bound('SPEC-5.pan-shape', 'Five capital letters, four digits, one letter.', 'ABCDE1234F'),
        bound('SPEC-5.pan-typed', 'Upper-cased and stripped as typed, at most ten.', 'ABCDE1234F'),
        sentence('PAN number must be in the format: 5 letters, 4 numbers, 1 letter', 'under the field.'),
        sentence('Please enter all 10 characters of your PAN number', 'too short.'),
        sentence('Please enter a valid PAN number in the format ABCDE1234F', 'of another shape.'),
        bound(
          'SPEC-5.aadhaar-digits',
          'Digits only, exactly twelve.',
          'Please enter a valid 12-digit Aadhaar number',
        ),
        sentence('Please enter a valid 12-digit Aadhaar number', 'otherwise.'),
      ],
    },
    {
      title: 'Contact form and fallbacks',
      where: ['apps/web/src/features/support/', 'packages/contract/'],
      items: [
        rule(
          'SPEC-5.contact-required',
          'All four fields are required, by the browser.',
          'Name',
          'Email',
          'Subject',
          'Message',
        ),
        rule('SPEC-5.contact-email', 'The e-mail is of e-mail type.', 'email'),
        sentence('Required', 'a field without a sentence of its own, missing.'),
        sentence('Invalid input', 'a field without a sentence of its own, wrong.'),
      ],
    },
  ],
};
