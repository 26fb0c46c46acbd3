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
    await userEvent.click(await screen.findByRole('button', { name: 'Remove HDFC Bank •• 4021' }));
    return within(await screen.findByRole('dialog', { name: 'Remove HDFC Bank •• 4021?' }));
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
});
