// @vitest-environment jsdom
import { isAppPage, isPayingPage } from '@mohlat/contract/app-pages';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { adminRoutes } from './admin-routes.tsx';
import { routes } from './routes.tsx';

/** Addresses of a tree of routes, without those that stand for whatever is left. */
function addressesOf(tree: readonly RouteObject[], above = ''): string[] {
  return tree.flatMap(({ path = '', children = [] }) => {
    const here = path.startsWith('/') ? path : [above, path].filter(Boolean).join('/');
    const below = addressesOf(children, here);
    return path === '' || path === '*' ? below : [here, ...below];
  });
}

test('every address of the app is answered with the app, by the server and without a network', () => {
  // The addresses of the landing page, in both languages, are the server's.
  const addresses = addressesOf([...routes, ...adminRoutes]).filter((path) => path !== '/' && path !== '/hi');
  expect(addresses.length).toBeGreaterThan(25);
  expect(addresses.filter((path) => !isAppPage(`/${path}`))).toEqual([]);
});

test('of all addresses of the app two pages pay, and neither is a page of staff', () => {
  const addresses = addressesOf([...routes, ...adminRoutes]).map((path) => `/${path}`);
  expect(addresses.filter(isPayingPage)).toEqual(['/repay', '/dashboard/payments/:id']);
});
