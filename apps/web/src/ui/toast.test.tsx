// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster, toast } from './toast.tsx';
import './toast-list.tsx';

/** A form that says each time what is wrong. */
function open() {
  render(
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          toast.error('Please fill in all required fields');
        }}
      >
        <label>
          Name on card <input />
        </label>
        <button type="submit">Continue</button>
      </form>
      <Toaster label="Messages" closeLabel="Close" />
    </>,
  );
  return userEvent.setup();
}
const ERROR = 'Please fill in all required fields';
const isGone = (text: string) => vi.waitFor(() => expect(screen.queryByText(text)).toBeNull());

afterEach(() => {
  toast.dismissAll();
  cleanup();
});

test('given an error, when what was typed is changed, then its message goes', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(ERROR)).toBeDefined();
  await user.type(screen.getByLabelText('Name on card'), 'A');
  await isGone(ERROR);
});

test('given an error, when it is tried again in vain, then it is said once', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(ERROR);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await vi.waitFor(() => expect(screen.getAllByText(ERROR)).toHaveLength(1));
});

test('given good news beside an error, when somebody types on, then the good news stays', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(ERROR);
  toast.success('Card saved successfully');
  await screen.findByText('Card saved successfully');
  await user.type(screen.getByLabelText('Name on card'), 'ASHA');
  await isGone(ERROR);
  expect(screen.getByText('Card saved successfully')).toBeDefined();
});
