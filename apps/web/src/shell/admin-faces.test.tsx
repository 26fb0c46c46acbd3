// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Face } from '../../test/faces.ts';
import { page, problem, stubNetwork, type Answers } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { ID } from '../../test/staff-samples.ts';
import { Opening } from '../lib/admin/opening.ts';
import { toast } from '../ui/toast.tsx';
import { adminRoutes } from './admin-routes.tsx';

/** Ids stand in no heading, and codes stand nowhere on a page. */
const RAW_ID = /[0-9a-f]{8}-[0-9a-f]{4}/;
const RAW_CODE = /\b[a-z]{3,}(_[a-z]{2,})+\b/;
/** Each feature's own, beside its pages. */
interface Faces {
  readonly faces: readonly Face[];
  /** Answers to what stands beside the subject of a page, and is another test's. */
  readonly beside?: Answers;
}
const found = Object.values(
  import.meta.glob<Faces>('../features/admin-*/*.faces.testing.ts', { eager: true }),
);
const FACES = found.flatMap(({ faces }) => faces);

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: STAFF_ROLES, stepUpUntil: null };
const BESIDE: Answers = Object.assign({ 'GET /admin/me': [200, me] }, ...found.map(({ beside }) => beside));

/** The pages themselves: the frame around them asks for a log-in. */
const PAGES: readonly RouteObject[] = (adminRoutes[0]?.children ?? [])
  .filter(({ path }) => path !== '*')
  .map(({ path, lazy }) => ({ path: `/admin/${path ?? ''}`, lazy }) as RouteObject);
const pageAt = (address: string) => matchRoutes([...PAGES], address)?.at(-1)?.route;

async function open(address: string, answers: Answers, language: 'en' | 'hi' = 'en') {
  const network = stubNetwork({ ...BESIDE, ...answers });
  const route = pageAt(address);
  if (route === undefined) throw new Error(`no page at ${address}`);
  await openScreen(route, address, language);
  return network;
}

/** Every read is answered but that of the page’s subject, which never is. Returns how often that was asked for. */
function stayUnanswered(reads: string) {
  stubNetwork(BESIDE);
  const answering = fetch;
  const read = `/api/v1${reads.replace('GET ', '')}`;
  const asked = { times: 0 };
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (new URL(input, 'http://localhost').pathname !== read) return answering(input, init);
    asked.times += 1;
    return new Promise<Response>(() => undefined);
  });
  return asked;
}

const ENTER = 'Enter';
/** Stands before a page until it is entered, for the clock to be stopped by then; `since` is when it was asked for. */
async function openBefore(address: string, since?: () => number) {
  const { path, lazy } = pageAt(address) as {
    path: string;
    lazy: () => Promise<{ Component: ComponentType }>;
  };
  const { Component: Page } = await lazy();
  function Before() {
    const [isEntered, setIsEntered] = useState(false);
    return isEntered ? (
      <Opening value={since?.()}>
        <Page />
      </Opening>
    ) : (
      <button onClick={() => setIsEntered(true)}>{ENTER}</button>
    );
  }
  await openScreen({ path, Component: Before }, address);
}

/** Time passes, and what it brings about. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const skeleton = () => document.querySelector('[aria-busy=true]');
const isInSight = () => skeleton()?.classList.contains('invisible') === false;
const isSaidSlow = () => screen.queryByText('Taking longer than usual') !== null;

/** A choice of a filter is no content. */
const OUTSIDE_FILTERS = { ignore: 'option' };

afterEach(() => {
  vi.useRealTimers();
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

test('every page of the staff’s shows its faces', () => {
  const shown = new Set(FACES.map(({ address }) => pageAt(address)?.path));
  expect(PAGES.map(({ path }) => path).filter((path) => !shown.has(path))).toEqual([]);
});

describe.each(FACES)('$address', ({ address, reads, content, shows }) => {
  test('says that it is being read, and stands still meanwhile', async () => {
    stayUnanswered(reads);
    await openScreen(pageAt(address)!, address);
    const waiting = await screen.findByRole('status');
    expect(
      waiting.closest('[aria-busy=true]')?.querySelectorAll('[aria-hidden=true]').length,
    ).toBeGreaterThan(0);
    expect(screen.queryByText(shows, OUTSIDE_FILTERS)).toBeNull();
  });

  test('shows nothing new under 400 ms, then its skeleton, after 5 s a word and after 15 s a way out', async () => {
    const asked = stayUnanswered(reads);
    await openBefore(address);
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: ENTER }));
    await pass(399);
    expect([skeleton() !== null, isInSight()]).toEqual([true, false]);
    await pass(1);
    expect([isInSight(), isSaidSlow()]).toEqual([true, false]);
    await pass(4_599);
    expect(isSaidSlow()).toBe(false);
    await pass(1);
    expect(isSaidSlow()).toBe(true);
    await pass(9_999);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await pass(1);
    expect(asked.times).toBe(1);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(0);
    expect(asked.times).toBe(2);
  });

  test('says what went wrong, and reads itself again when asked to', async () => {
    const refusal = problem(403, 'role_required', 'Not your role.');
    await open(address, { [reads]: [refusal, content] });
    expect(await screen.findByText('Not your role.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findAllByText(shows, OUTSIDE_FILTERS)).length).toBeGreaterThan(0);
  });

  test.each(['en', 'hi'] as const)(
    'shows its content under one heading, without a code, in %s',
    async (language) => {
      await open(address, { [reads]: content }, language);
      const heading = await screen.findByRole('heading', { level: 1 });
      await vi.waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
      if (language === 'en')
        expect((await screen.findAllByText(shows, OUTSIDE_FILTERS)).length).toBeGreaterThan(0);
      expect(heading.textContent).not.toMatch(RAW_ID);
      expect(document.body.textContent).not.toMatch(RAW_CODE);
    },
  );
});

/** A page of figures and a list: each reads in its own way. */
const FIRST = FACES.filter(({ address }) => address === '/admin' || address === '/admin/users');
test.each(FIRST)(
  '$address counts its wait from when the first page was asked for, at the door',
  async ({ address, reads }) => {
    stayUnanswered(reads);
    await openBefore(address, () => performance.now() - 4_000);
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: ENTER }));
    await pass(0);
    expect([isInSight(), isSaidSlow()]).toEqual([true, false]);
    await pass(1_000);
    expect(isSaidSlow()).toBe(true);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await pass(10_000);
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  },
);

const LISTS = FACES.filter((face) => face.empty !== undefined);
test.each(LISTS)('$address without a row says what that means', async ({ address, reads, empty }) => {
  await open(address, { [reads]: page([]) });
  expect(await screen.findByText(empty!)).toBeDefined();
});

const CARDS = FACES.flatMap((face) => (face.cards ?? []).map((card) => ({ ...face, ...card })));
test.each(CARDS)('$address$query says on a phone, too, what each value is', async (face) => {
  await open(face.address + (face.query ?? ''), { [face.reads]: face.content });
  // The phone's list; the table has its headings.
  const cards = within(await screen.findByRole('list', { name: face.list }));
  for (const label of face.labels) expect(cards.getByText(label)).toBeDefined();
});

const ONES = FACES.filter(({ address }) => address.includes(ID));
test.each(ONES)('$address that names nothing, or holds no id, is said not to be found', async (face) => {
  const malformed = problem(422, 'validation_failed', 'Check the fields marked below.', [
    { path: 'id', message: 'Invalid UUID' },
  ]);
  for (const [id, answer] of [
    [ID, problem(404, 'not_found', 'We could not find this.')],
    ['nonsense', malformed],
  ] as const) {
    await open(face.address.replace(ID, id), { [face.reads.replace(ID, id)]: answer });
    expect(await screen.findByRole('heading', { name: 'We could not find this.' })).toBeDefined();
    expect(screen.queryByText('Check the fields marked below.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    cleanup();
  }
});
