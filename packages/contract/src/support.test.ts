import { expect, test } from 'vitest';
import { fieldsOf, holds } from './fields.testing.ts';
import { supportMessageBody } from './support.ts';

test('SPEC-3.contact: a message to the support team', () => {
  expect(fieldsOf(supportMessageBody)).toEqual(holds('name', 'email', 'subject', 'message'));
});
