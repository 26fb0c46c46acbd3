// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Toaster, toast } from './toast.tsx';
import './toast-list.tsx';

/** A phone of 780 px, whose list of messages ends above the bottom bar. */
const LIST = { top: 704, bottom: 704, left: 16, right: 344 };

type Places = Readonly<Record<string, { readonly top: number; readonly bottom: number }>>;

/** Lays the page out: the list of messages, and each button where it is said to be. */
function open(buttons: Places) {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true, media: '' }));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const of = this.matches('[data-sonner-toaster]')
      ? LIST
      : this.matches('[data-sonner-toast]')
        ? { ...LIST, top: 648 }
        : { left: 16, right: 344, ...(buttons[this.textContent] ?? { top: 0, bottom: 0 }) };
    return new DOMRect(of.left, of.top, of.right - of.left, of.bottom - of.top);
  });
  render(
    <>
      <main>
        {Object.keys(buttons).map((name) => (
          <Button key={name} tone={name.startsWith('Pay') ? 'primary' : 'secondary'}>
            {name}
          </Button>
        ))}
      </main>
      <Toaster label="Messages" closeLabel="Close" />
    </>,
  );
}
const placeOf = (text: string) =>
  screen.getByText(text).closest('[data-sonner-toast]')?.getAttribute('data-y-position');

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('given a page whose buttons lie elsewhere, then a message stands at the bottom', async () => {
  open({ 'Pay ₹900': { top: 300, bottom: 352 } });
  toast.success('PAN verified successfully');
  await screen.findByText('PAN verified successfully');
  await vi.waitFor(() => expect(placeOf('PAN verified successfully')).toBe('bottom'));
});

test('given any button where a message would lie, then the message goes to the top, over the bar', async () => {
  open({ Continue: { top: 660, bottom: 704 } });
  toast.success('Card saved successfully');
  await screen.findByText('Card saved successfully');
  await vi.waitFor(() => expect(placeOf('Card saved successfully')).toBe('top'));
});

test('given a main button under the top and another at the bottom, then the message keeps off the main one', async () => {
  open({ 'Pay ₹900': { top: 30, bottom: 82 }, 'Not now': { top: 660, bottom: 704 } });
  toast.success('Card saved successfully');
  await screen.findByText('Card saved successfully');
  await vi.waitFor(() => expect(placeOf('Card saved successfully')).toBe('bottom'));
});
