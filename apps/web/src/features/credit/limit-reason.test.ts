import { CANDIDATE_CODES, DECLINE_CODES } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { translatedReason } from './limit-reason.ts';
import { hi } from './words.hi.ts';

const inHindi = (code: string, text: string) => translatedReason({ code, text }, hi.reasons);

describe('the reasons of a limit in Hindi', () => {
  test.each([...CANDIDATE_CODES, ...DECLINE_CODES])('%s has a sentence, with no hole left open', (code) => {
    expect(inHindi(code, '₹60,000 and 12')).toMatch(/^[^{}]+।$/);
  });

  test('keep the figures of the server', () => {
    expect(inHindi('B05', 'Until your video KYC is approved the limit is at most ₹1,60,000.50.')).toBe(
      'वीडियो KYC मंज़ूर होने तक लिमिट ज़्यादा से ज़्यादा ₹1,60,000.50 है।',
    );
    expect(inHindi('D04', 'A payment 30 or more days late in the last 12 months.')).toBe(
      'आपकी क्रेडिट रिपोर्ट में पिछले 12 महीनों में 30 या ज़्यादा दिन देर से हुआ भुगतान है।',
    );
  });

  test('an unknown code, or a sentence that lacks its figure, is left to the words of the server', () => {
    expect(inHindi('D99', 'Something new.')).toBeUndefined();
    expect(inHindi('B05', 'There is a limit.')).toBeUndefined();
  });
});
