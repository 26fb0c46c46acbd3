import { expect, test } from 'vitest';
import { z } from 'zod';
import { getBooks } from './books.ts';
import { endpointOf } from './catalogue.ts';
import { startAadhaar } from './kyc.ts';
import { getOverview } from './overview.ts';
import { idParams, PAISE_MAX } from './primitives.ts';
import { startVideo } from './video.ts';

const ANSWERS: [string, (url: string) => boolean][] = [
  [
    'DigiLocker',
    (redirectUrl) =>
      endpointOf(startAadhaar).answer.safeParse({
        sessionId: '0192ab34-0000-7000-8000-000000000101',
        redirectUrl,
      }).success,
  ],
  [
    'the video call',
    (sessionUrl) =>
      endpointOf(startVideo).answer.safeParse({ status: 'pending', mode: 'provider', sessionUrl }).success,
  ],
];

test('an id in capitals is the same id: it is read as the database writes it', () => {
  const id = '0192ab34-0000-7000-8000-00000000abcd';
  expect(idParams.parse({ id: id.toUpperCase() })).toEqual({ id });
  expect(idParams.safeParse({ id: `{${id}}` }).success).toBe(false);
});

test.each(ANSWERS)('the page of %s is one of the web, and never a script', (_, isTaken) => {
  expect(isTaken('https://provider.example/consent?id=1')).toBe(true);
  expect(isTaken('http://localhost:3100/consent')).toBe(true);
  for (const url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://',
    'data:text/html,x',
    'blob:https://a.example/1',
  ])
    expect(isTaken(url)).toBe(false);
});

test.each(['overview', 'books'])(
  'given a book of thousands of crores, then the %s of staff may say so',
  (name) => {
    const call = name === 'overview' ? getOverview : getBooks;
    const bounds = JSON.stringify(z.toJSONSchema(endpointOf(call).answer, { unrepresentable: 'any' }));
    expect(bounds).toContain('Paise');
    expect(bounds).not.toContain(`"maximum":${PAISE_MAX}`);
  },
);
