// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleCard } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { SavedCardsSection } from './saved-cards.tsx';

const open = async (answers: Answers) => {
  const network = stubNetwork({ 'GET /cards': page([sampleCard]), ...answers });
  await openScreen({ path: '/dashboard/profile', Component: SavedCardsSection }, '/dashboard/profile');
  return network;
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('saved cards', () => {
  const REMOVE = `DELETE /cards/${ID.card}`;
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Remove HDFC Bank ••\u00a04021' }));
    return within(await screen.findByRole('dialog', { name: 'Remove HDFC Bank ••\u00a04021?' }));
  };

  test('a card is removed after the question, and leaves the list', async () => {
    const { sent, answers } = await open({ [REMOVE]: [204, null] });
    const dialog = await ask();
    expect(sent.some((one) => one.method === 'DELETE')).toBe(false);
    answers['GET /cards'] = page([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText('Card removed')).toBeDefined();
    expect(await screen.findByText(/^No saved cards/)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeping it sends nothing', async () => {
    const { sent } = await open({});
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep card' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.some((one) => one.method === 'DELETE')).toBe(false);
  });

  test('a card in use stays, with the reason beside the question', async () => {
    await open({
      [REMOVE]: problem(409, 'card_in_use', 'A payment for this card is still on its way.'),
    });
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
    expect(await dialog.findByText('A payment for this card is still on its way.')).toBeDefined();
  });

  test('given a removal whose answer was lost, then the list is read again, and a card that is gone counts as removed', async () => {
    const lost = new TypeError('lost');
    const { sent, answers } = await open({ [REMOVE]: [lost, problem(404, 'not_found', 'Not found.')] });
    const dialog = await ask();
    const lists = () => sent.filter((one) => one.method === 'GET' && one.path.startsWith('/cards')).length;
    const before = lists();
    answers['GET /cards'] = page([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
    expect(await dialog.findByText(/There is no connection/)).toBeDefined();
    expect(dialog.queryByText(/was not removed/)).toBeNull();
    await vi.waitFor(() => expect(lists()).toBeGreaterThan(before));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText('Card removed')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('given a lost removal, when the list is not answered, then the error is said at once', async () => {
    await open({ [REMOVE]: new TypeError('lost') });
    const dialog = await ask();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
      init?.method === 'GET' ? new Promise(() => undefined) : fetch(input, init),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
    expect(await dialog.findByText(/There is no connection/)).toBeDefined();
  });

  test('when it was last used stands beside it', async () => {
    await open({
      'GET /cards': page([
        sampleCard,
        {
          ...sampleCard,
          id: ID.payment,
          last4: '1111',
          lastUsedAt: '2026-11-19T20:00:00Z',
          nickname: 'Travel',
        },
      ]),
    });
    expect(await screen.findByText('Not used yet')).toBeDefined();
    expect(screen.getByText('Last used Fri, 20 Nov')).toBeDefined();
    expect(screen.getByText('Travel')).toBeDefined();
    expect(screen.getByText('HDFC Bank •• 1111 · Visa · Expires 12/29')).toBeDefined();
  });

  test('cards that could not be read are said to be so and can be asked for again', async () => {
    const { answers } = await open({ 'GET /cards': problem(400, 'bad_json', 'Broken.') });
    expect((await screen.findAllByText('Error fetching saved cards')).length).toBeGreaterThan(0);
    answers['GET /cards'] = page([sampleCard]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('HDFC Bank •• 4021')).toBeDefined();
  });
});

describe('a name for a card', () => {
  const name = async (typed: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Name it: HDFC Bank ••\u00a04021' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'A name for HDFC Bank ••\u00a04021' }));
    await userEvent.type(dialog.getByLabelText('Nickname'), typed);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    return dialog;
  };
  const PATH = `PATCH /cards/${ID.card}`;

  test('is saved and shown instead of the bank', async () => {
    const named = { ...sampleCard, nickname: 'Travel' };
    const { sent, answers } = await open({ [PATH]: [200, named] });
    answers['GET /cards'] = () => [
      200,
      { items: [sent.some((one) => one.method === 'PATCH') ? named : sampleCard], nextCursor: null },
    ];
    await name(' Travel ');
    expect(await screen.findByText('Nickname saved')).toBeDefined();
    expect(await screen.findByText('Travel')).toBeDefined();
    expect(sent.find((one) => one.method === 'PATCH')?.body).toEqual({ nickname: 'Travel' });
  });

  test('with a card number in it is refused before it is sent, and stays as typed', async () => {
    const { sent } = await open({});
    const dialog = await name('4111 1111 0009 4021');
    expect((await dialog.findAllByText('Choose a nickname without the card number')).length).toBeGreaterThan(
      0,
    );
    expect(dialog.getByLabelText<HTMLInputElement>('Nickname').value).toBe('4111 1111 0009 4021');
    expect(sent.some((one) => one.method === 'PATCH')).toBe(false);
  });

  test('that could not be saved says why and stays as typed', async () => {
    await open({ [PATH]: problem(404, 'not_found', 'We could not find this.') });
    const dialog = await name('Travel');
    expect((await dialog.findAllByText('We could not find this.')).length).toBeGreaterThan(0);
    expect(dialog.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Travel');
  });
});
