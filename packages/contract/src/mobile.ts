import { z } from 'zod';

export const mobileSchema = z
  .string()
  .trim()
  .regex(/^[\d+ -]+$/, 'Phone number must contain only digits')
  .transform((value) => value.replace(/[ -]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, ''))
  .pipe(
    z
      .string()
      .min(10, 'Phone number must be at least 10 digits')
      .regex(/^[6-9]\d{9}$/, 'Enter a 10-digit Indian mobile number'),
  );
