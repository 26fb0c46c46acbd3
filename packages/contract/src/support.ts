import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailSchema } from './primitives.ts';

const required = 'Please fill in all required fields';
const TEXT_MAX = 5000;

export const supportMessageBody = z.strictObject({
  name: z.string().trim().min(1, required).max(120),
  email: z.string().trim().min(1, required).pipe(emailSchema),
  /** One line: it becomes the subject of a mail. */
  subject: z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, required).max(200)),
  message: z.string().trim().min(1, required).max(TEXT_MAX),
});

export const sendSupportMessage = endpoint({
  name: 'sendSupportMessage',
  method: 'POST',
  path: '/support/messages',
  summary: 'Writes to the support team; open to visitors',
  access: 'public',
  status: 201,
  body: supportMessageBody,
  /** What a person quotes when they write or call again. */
  answer: z.object({ ticket: z.string() }),
});
