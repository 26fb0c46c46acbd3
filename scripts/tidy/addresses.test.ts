import { expect, test } from 'vitest';
import { writtenAddresses } from './addresses.ts';

test.each([
  ['a link', `<TextLink to="/dashboard/help">`, '/dashboard/help'],
  ['a way that is told', "await navigate('/login', { replace: true });", '/login'],
  ['an anchor', '<a href="/signup" data-signup>', '/signup'],
  ['a template', '<Link to={`/admin/users/${id}`}>', '/admin/users/'],
  ['a value that becomes a link', "money_owed: { to: '/dashboard/payments', label },", '/dashboard/payments'],
])('an address written by hand is found in %s', (_, source, path) => {
  expect(writtenAddresses(source).map((one) => one.path)).toEqual([path]);
});

test('an address of the table, of the auth server or of a comment is none', () => {
  const sources = [
    "<TextLink to={to('/dashboard/help')}>",
    "to(\n  '/admin/users/:id', { id })",
    "fetch('/auth/v1/user')",
    ' * Fetched with the first step below `/admin`.',
    '<a href="/blog">',
  ];
  expect(sources.flatMap(writtenAddresses)).toEqual([]);
});

test('says the line', () => {
  expect(writtenAddresses("const a = 1;\n\nnavigate('/login');")).toEqual([{ line: 3, path: '/login' }]);
});
