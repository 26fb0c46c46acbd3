// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
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
      <a href="/dashboard/pay-bill" onClick={(event) => event.preventDefault()}>
        Pay a bill
      </a>
      <a href="?step=2" onClick={(event) => event.preventDefault()}>
        Next step
      </a>
      <Toaster label="Messages" closeLabel="Close" />
    </>,
  );
  return userEvent.setup();
}
const ERROR = 'Please fill in all required fields';
const isGone = (text: string) => vi.waitFor(() => expect(screen.queryAllByText(text).length).toBe(0));

const { href } = location;
afterEach(() => {
  history.replaceState(null, '', href);
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

test('given good news beside an error, when the person types on, then the good news stays', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(ERROR);
  toast.success('Card saved successfully');
  await screen.findByText('Card saved successfully');
  await user.type(screen.getByLabelText('Name on card'), 'ASHA');
  await isGone(ERROR);
  expect(screen.getByText('Card saved successfully')).toBeDefined();
});

test('given messages, when a link leads to another page, then they stay behind', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(ERROR);
  toast.success('Your credit limit is ₹25,000');
  await screen.findByText('Your credit limit is ₹25,000');
  await user.click(screen.getByRole('link', { name: 'Pay a bill' }));
  await isGone('Your credit limit is ₹25,000');
  await vi.waitFor(() => expect(screen.queryByText(ERROR)).toBeNull());
});

test('given messages, when Back leads to another page, then they stay behind', async () => {
  history.replaceState(null, '', '/dashboard');
  history.pushState(null, '', '/dashboard/pay-bill');
  open();
  toast.error(ERROR);
  toast.success('Your credit limit is ₹25,000');
  await screen.findByText(ERROR);
  await screen.findByText('Your credit limit is ₹25,000');
  history.back();
  await isGone(ERROR);
  await isGone('Your credit limit is ₹25,000');
  expect(location.pathname).toBe('/dashboard');
});

test('given good news, when Back leads to another step of the page, then it stays', async () => {
  history.replaceState(null, '', '/dashboard/pay-bill?step=1');
  history.pushState(null, '', '/dashboard/pay-bill?step=2');
  open();
  toast.success('Card saved successfully');
  await screen.findByText('Card saved successfully');
  const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  history.back();
  await isBack;
  // One that ends is told so in the next frame.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  toast.success('The bill was fetched');
  await screen.findByText('The bill was fetched');
  expect(screen.getByText('Card saved successfully').closest('[data-removed="true"]')).toBeNull();
});

test('given an error, when a link is opened in another tab, then it stays', async () => {
  const user = open();
  toast.error(ERROR);
  await screen.findByText(ERROR);
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'Pay a bill' }));
  await user.keyboard('{/Control}');
  toast.success('Card saved successfully');
  await screen.findByText('Card saved successfully');
  // One that ends is drawn for a moment yet, and marked.
  expect(screen.getByText(ERROR).closest('[data-removed="true"]')).toBeNull();
});

test('given good news, when a link changes the same page, then it stays', async () => {
  const user = open();
  toast.success('PAN verified successfully');
  await screen.findByText('PAN verified successfully');
  await user.click(screen.getByRole('link', { name: 'Next step' }));
  toast.success('Aadhaar verified successfully');
  await screen.findByText('Aadhaar verified successfully');
  expect(screen.getByText('PAN verified successfully').closest('[data-removed="true"]')).toBeNull();
});

/** A page whose main button lies where messages are, and a message that went to the top for it. */
async function lift() {
  const show = (page: ReactNode) => (
    <>
      <main>{page}</main>
      <Toaster label="Messages" closeLabel="Close" />
    </>
  );
  const { rerender } = render(show(<Button>Create Account</Button>));
  // Nothing has a size here: the list of messages ends at the top edge, and the button is put where it stands.
  screen.getByRole('button', { name: 'Create Account' }).getBoundingClientRect = () =>
    new DOMRect(0, -10, 10, 8);
  toast.success('Signup Successful');
  const edge = () =>
    screen.queryByText('Signup Successful')?.closest('[data-y-position]')?.getAttribute('data-y-position');
  await vi.waitFor(() => expect(edge()).toBe('top'));
  return { showNext: () => rerender(show(<h1>Log In</h1>)), edge };
}

test.for(['/login', '?step=2'])(
  'given a message lifted off a button, when %s follows, then it comes down',
  async (next) => {
    const { showNext, edge } = await lift();
    history.pushState(null, '', next);
    showNext();
    await vi.waitFor(() => expect(edge()).toBe('bottom'));
  },
);

test('given an address that changes before its step is drawn, when the step comes, then a lifted message comes down', async () => {
  history.pushState(null, '', '?step=2');
  const { showNext, edge } = await lift();
  showNext();
  await vi.waitFor(() => expect(edge()).toBe('bottom'));
});

test('given a dialog that opened before the list of messages came, when one is said, then a screen reader hears it', async () => {
  render(
    <>
      <Toaster label="Messages" closeLabel="Close" />
      <Dialog title="Edit Profile" closeLabel="Cancel" onClose={() => {}}>
        <p>Fields</p>
      </Dialog>
    </>,
  );
  toast.error('Failed to update profile');
  const said = await screen.findByText('Failed to update profile');
  expect(said.closest('[aria-hidden="true"]')).toBeNull();
});
