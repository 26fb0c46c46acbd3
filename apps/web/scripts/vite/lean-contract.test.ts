import { describe, expect, test } from 'vitest';
import { leanEndpoints } from './lean-contract.ts';

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
