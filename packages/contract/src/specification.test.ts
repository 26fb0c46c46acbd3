import { describe, expect, test } from 'vitest';
import {
  aadhaarSchema,
  acceptPaymentBody,
  bankAccountAnswer,
  CARD_BANKS,
  cardAnswer,
  createCardBody,
  createQuote,
  creditSummary,
  emailSchema,
  endpointOf,
  expirySchema,
  fullNameSchema,
  getIfsc,
  ifscSchema,
  KYC_STEPS,
  kycAnswer,
  meAnswer,
  mobileSchema,
  notification,
  onboardingBody,
  OTP_DIGITS,
  panSchema,
  patchProfile,
  paymentAnswer,
  PAYMENT_STATUSES,
  quoteAnswer,
  TRANSACTION_DESCRIPTION,
} from './index.ts';
import { fieldsOf, holds } from './fields.testing.ts';

const messages = (schema: { safeParse(value: unknown): unknown }, value: unknown) => {
  const { error } = schema.safeParse(value) as { error?: { issues: { message: string }[] } };
  return error?.issues.map(({ message }) => message);
};

describe('the fields of what crosses the wire', () => {
  test('SPEC-3.user: a person, with the credit and the KYC they have', () => {
    expect(fieldsOf(meAnswer)).toEqual(holds('id', 'name', 'email', 'mobile', 'isAdmin', 'credit', 'kyc'));
    expect(fieldsOf(meAnswer.shape.kyc)).toEqual(holds('isComplete'));
  });

  test('SPEC-3.onboarding-limit: a credit has its limit, its use and the score', () => {
    expect(fieldsOf(creditSummary)).toEqual(holds('limitPaise', 'usedPaise', 'score'));
  });

  test('SPEC-3.user: what is used and left of a limit is told with it', () => {
    expect(fieldsOf(creditSummary)).toEqual(
      holds('limitPaise', 'usedPaise', 'availablePaise', 'usedPercent'),
    );
  });

  test('SPEC-3.onboarding: five things are asked in the onboarding', () => {
    const asked = ['fullName', 'pan', 'dateOfBirth', 'address', 'monthlyIncomePaise'];
    expect(fieldsOf(onboardingBody).toSorted()).toEqual(asked.toSorted());
  });

  test('SPEC-3.card: a saved card shows its masked number, name, expiry, bank and last use', () => {
    expect(fieldsOf(cardAnswer)).toEqual(
      holds('id', 'maskedNumber', 'nameOnCard', 'expiry', 'bankName', 'lastUsedAt'),
    );
    expect(fieldsOf(cardAnswer)).not.toContain('cardNumber');
  });

  test('SPEC-3.banks: a card is of one of ten banks', () => {
    expect(CARD_BANKS).toEqual([
      'HDFC Bank',
      'ICICI Bank',
      'State Bank of India',
      'Axis Bank',
      'Kotak Mahindra Bank',
      'Yes Bank',
      'Punjab National Bank',
      'Bank of Baroda',
      'Citibank',
      'Standard Chartered Bank',
    ]);
  });

  test('SPEC-3.payment: a payment, and what is sent to make one', () => {
    expect(fieldsOf(paymentAnswer)).toEqual(
      holds(
        'id',
        'cardId',
        'amountPaise',
        'serviceFeePaise',
        'totalAmountPaise',
        'status',
        'date',
        'dueDate',
      ),
    );
    expect(PAYMENT_STATUSES).toEqual(['pending', 'completed', 'failed']);
    expect(TRANSACTION_DESCRIPTION).toBe('Credit Card Bill Payment');
  });

  test('SPEC-3.pay-values: the amount, the dates, the card and whether to save it are sent; fee and total come back', () => {
    expect(fieldsOf(endpointOf(createQuote).body)).toEqual(holds('cardId', 'amountPaise'));
    expect(fieldsOf(quoteAnswer)).toEqual(holds('serviceFeePaise', 'totalAmountPaise'));
    expect(fieldsOf(acceptPaymentBody)).toEqual(holds('billDate', 'dueDate'));
    expect(fieldsOf(createCardBody)).toEqual(holds('save'));
  });

  test('SPEC-3.kyc, SPEC-4.kyc-complete: both documents, each masked and with its state', () => {
    expect(fieldsOf(kycAnswer)).toEqual(holds('pan', 'aadhaar', 'video', 'isComplete'));
    for (const document of [kycAnswer.shape.pan, kycAnswer.shape.aadhaar])
      expect(fieldsOf(document)).toEqual(holds('status', 'masked'));
  });

  test('SPEC-3.bank-account, SPEC-3.ifsc: an account, and what the directory says of a code', () => {
    expect(fieldsOf(bankAccountAnswer)).toEqual(
      holds('accountName', 'maskedAccountNumber', 'ifsc', 'bankName', 'branch', 'city'),
    );
    expect(fieldsOf(endpointOf(getIfsc).answer)).toEqual(holds('bank', 'branch', 'city', 'address'));
  });

  test('SPEC-3.profile: what a person may change by themselves', () => {
    expect(fieldsOf(endpointOf(patchProfile).body)).toEqual(holds('name', 'phone', 'dateOfBirth', 'email'));
    expect(endpointOf(patchProfile).body.safeParse({}).success).toBe(true);
  });

  test('SPEC-3.notification, SPEC-3.notification-types: a notification', () => {
    expect(fieldsOf(notification)).toEqual(holds('id', 'type', 'icon', 'title', 'description', 'date'));
    expect(notification.shape.type.options).toEqual(holds('reward', 'success'));
  });
});

const digits = (count: number) => '9'.repeat(count);
const takes = (schema: { safeParse(value: unknown): { success: boolean } }, values: readonly unknown[]) =>
  values.map((value) => schema.safeParse(value).success);

describe('lengths', () => {
  test('SPEC-9.lengths: a card has sixteen digits, a code six, a mobile ten, an IFSC eleven, a PAN ten, an Aadhaar twelve, a name two', () => {
    const card = (cardNumber: string) => ({
      cardNumber,
      nameOnCard: 'ASHA RAO',
      expiry: '12/29',
      bankName: 'HDFC Bank',
    });
    expect(takes(createCardBody, [card(digits(16)), card(digits(17)), card(digits(14))])).toEqual([
      true,
      false,
      false,
    ]);
    expect(takes(expirySchema, ['12/29', '1229', '12/2029'])).toEqual([true, false, false]);
    expect(OTP_DIGITS).toBe(6);
    expect(takes(mobileSchema, [`+91${digits(10)}`, digits(10), digits(9)])).toEqual([true, true, false]);
    expect(takes(ifscSchema, ['HDFC0001234', 'HDFC000123', 'HDFC00012345'])).toEqual([true, false, false]);
    expect('HDFC0001234').toHaveLength(11);
    expect(takes(panSchema, ['ABCDE1234F', 'ABCDE1234', 'ABCDE12345'])).toEqual([true, false, false]);
    expect(takes(aadhaarSchema, [digits(12), digits(11), digits(13)])).toEqual([true, false, false]);
    expect(takes(fullNameSchema, ['Al', 'A'])).toEqual([true, false]);
    expect('Al').toHaveLength(2);
  });

  test('SPEC-9.steps-kyc: KYC has three steps', () => {
    expect(KYC_STEPS).toBe(3);
  });

  test('SPEC-5.pan-shape: a PAN is five letters, four digits, one letter', () => {
    const shape = 'Please enter a valid PAN number in the format ABCDE1234F';
    expect(messages(panSchema, 'ABCD12345F')).toEqual([shape]);
    expect(panSchema.parse('abcde-1234 f')).toBe('ABCDE1234F');
  });
});

describe('what is said of a field without a sentence of its own', () => {
  test('is Required when it is missing, Invalid input when it is something else', () => {
    expect(messages(onboardingBody.pick({ monthlyIncomePaise: true }), {})).toEqual(['Required']);
    expect(messages(onboardingBody.pick({ monthlyIncomePaise: true }), { monthlyIncomePaise: 'a' })).toEqual([
      'Invalid input',
    ]);
    expect(messages(emailSchema, 'asha')).toEqual(['Please enter a valid email address']);
  });
});
