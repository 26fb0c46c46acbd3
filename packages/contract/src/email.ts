import { z } from 'zod';

/** Apart from the primitives: the forms of the log-in page check an address, and fetch no other schema. */
export const emailSchema = z.email('Please enter a valid email address').max(255);
