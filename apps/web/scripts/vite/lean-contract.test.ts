import { describe, expect, test } from 'vitest';
import { leanEndpoints, leanErrors } from './lean-contract.ts';

describe('the contract as the browser gets it', () => {
  test('an endpoint keeps how it is called and loses what only the server checks', () => {
    const lean = leanEndpoints(
      "export const getMe = endpoint({ method: 'GET', path: '/me', params: idParams, body: z.object({}), answer: me });",
    );
    expect(lean).toContain("method: 'GET', path: '/me'");
    expect(lean).not.toMatch(/params|body|answer/);
  });

  test('a schema nobody imports can be dropped, and one that is imported still works', () => {
    const lean = leanEndpoints(
      'const inner = z.object({ a: z.int() });\nexport const outer = inner.nullable();',
    );
    expect(lean).toBe(
      'const inner = /* @__PURE__ */ (() => z.object({ a: z.int() }))();\nexport const outer = /* @__PURE__ */ (() => inner.nullable())();',
    );
  });
});

describe('the list of refusals', () => {
  const list = `export const X_ERRORS = {
  gone: {
    status: 404,
    retry: 'never',
    en: 'It\\'s gone.',
    hi: 'नहीं है।',
  },
} as const;
`;

  test('travels without statuses', () => {
    const lean = leanErrors(list, '/contract/src/errors.ts');
    expect(lean).toContain("en: 'It\\'s gone.'");
    expect(lean).not.toContain('404');
  });

  test('of one feature travels without the English, which the answer itself has', () => {
    expect(leanErrors(list, '/contract/src/errors-mandate.ts')).toBe(`export const X_ERRORS = {
  gone: {
    retry: 'never',
    hi: 'नहीं है।',
  },
} as const;
`);
  });

  test('of what hinders closing an account travels in both languages, since a screen says it', () => {
    expect(leanErrors(list, '/contract/src/errors-closing.ts')).toContain("en: 'It\\'s gone.'");
  });

  test('of staff does not travel', () => {
    expect(leanErrors(list, '/contract/src/errors-approval.ts')).toBe(
      'export const X_ERRORS = {} as const;\n',
    );
  });
});
