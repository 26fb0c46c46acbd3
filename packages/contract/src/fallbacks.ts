import { z } from 'zod';

/**
 * The message for a field that has no sentence of its own. It never names a type or a pattern, which tell a person nothing. Where
 * the schema library names a bound, its words stay.
 * Rule: SPEC-5 fallbacks.
 */
z.config({
  customError: ({ code, input, format }) => {
    if (code === 'invalid_type') return input === undefined ? 'Required' : 'Invalid input';
    return code === 'invalid_format' && format === 'regex' ? 'Invalid input' : undefined;
  },
});
