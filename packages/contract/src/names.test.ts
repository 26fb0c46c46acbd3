import { describe, expect, test } from 'vitest';
import { linkBankAccountBody } from './bank-accounts.form.ts';
import { ENDPOINTS } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { cleanName } from './names.ts';

/** A line break, a bell, an override that turns the rest around, an isolate, a mark of direction and a byte order mark. */
const HOSTILE = ' Asha\r\n\u0007\u202ERao\u2066 \u200F\uFEFF\u2028Iyer\u061C ';

test('a name is one line without control characters and marks of direction', () => {
  expect(cleanName(HOSTILE)).toBe('Asha Rao Iyer');
  // Joiners and non-joiners of Indian scripts are part of a name.
  expect(cleanName('क्‍ष‌ा')).toBe('क्‍ष‌ा');
  expect(cleanName('\u202E\n')).toBe('');
});

describe('wherever a name is taken in', () => {
  const { putOnboarding, patchProfile, createCard, patchCard, sendSupportMessage, addChargebackEvidence } =
    ENDPOINTS as Readonly<Record<string, Endpoint | undefined>>;
  const shapes = {
    putOnboarding: [putOnboarding, 'fullName'],
    patchProfile: [patchProfile, 'name'],
    createCard: [createCard, 'nameOnCard'],
    patchCard: [patchCard, 'nickname'],
    sendSupportMessage: [sendSupportMessage, 'name'],
    addChargebackEvidence: [addChargebackEvidence, 'name'],
  } as const;

  test.each(Object.entries(shapes))('%s cleans it, and counts what is left', (_, [declaration, field]) => {
    const { shape } = declaration!.body as unknown as {
      shape: Record<
        string,
        { parse(value: unknown): unknown; safeParse(value: unknown): { success: boolean } }
      >;
    };
    expect(shape[field]!.parse(HOSTILE)).toBe('Asha Rao Iyer');
    if (field !== 'nickname') expect(shape[field]!.safeParse('\u202E\n').success).toBe(false);
  });

  test('of a bank account too', () => {
    const { accountName } = linkBankAccountBody.shape;
    expect(accountName.parse(HOSTILE)).toBe('Asha Rao Iyer');
  });
});
