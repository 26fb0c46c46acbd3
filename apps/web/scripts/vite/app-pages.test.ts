import { expect, test } from 'vitest';
import { dashboardParts, inlineFirst } from './app-pages.ts';

const chunk = (facadeModuleId: string | null, imports: readonly string[] = []) => ({
  type: 'chunk',
  facadeModuleId,
  imports,
});

test('app.html names what the dashboard fetches besides the app’s own script, each file once', () => {
  const bundle = {
    'assets/app.js': chunk('/web/app.html', ['assets/react.js']),
    'assets/react.js': chunk(null),
    'assets/frame.js': chunk('/web/src/shell/dashboard-layout.tsx', ['assets/react.js', 'assets/query.js']),
    'assets/home.js': chunk('/web/src/features/me/dashboard/dashboard.tsx', [
      'assets/query.js',
      'assets/money.js',
    ]),
    'assets/query.js': chunk(null),
    'assets/money.js': chunk(null, ['assets/react.js']),
    'assets/pay.js': chunk('/web/src/features/payments/pay-bill/pay-bill.tsx', ['assets/money.js']),
  };
  const [, parts = ''] = /content="([^"]+)"/.exec(dashboardParts(bundle)[0] ?? '') ?? [];
  expect(new Set(parts.split(' '))).toEqual(
    new Set(['/assets/frame.js', '/assets/home.js', '/assets/query.js', '/assets/money.js']),
  );
});

test('without a bundle, as while developing, there is nothing to name', () => {
  expect(dashboardParts({})).toEqual([]);
});

const PAGE = `<head><script src="/first-paint.js"></script>
<link rel="stylesheet" crossorigin href="/assets/styles-1.css"></head>`;

test('what the first paint needs stands in app.html itself, letter for letter', () => {
  const bundle = { 'assets/styles-1.css': { type: 'asset', source: "a{content:'$&'}" } };
  expect(inlineFirst(PAGE, bundle, 'f("$1")')).toBe(
    `<head><script>f("$1")</script>\n<style>a{content:'$&'}</style><link rel="stylesheet" disabled href="/assets/styles-1.css"></head>`,
  );
});

test('a page that names them another way is no build', () => {
  expect(() => inlineFirst('<head></head>', {}, '')).toThrow(/look at inlineFirst again/);
  expect(() => inlineFirst(PAGE, {}, '')).toThrow(/look at inlineFirst again/);
});
