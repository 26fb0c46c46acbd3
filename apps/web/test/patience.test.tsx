// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { leaveEarlierFile } from './one-page.ts';

const EFFECTS = 30;

/** Is in the document at once, and complete after a chain of effects, each with a render of its own. */
function Slowly({ text }: { readonly text: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count < EFFECTS) queueMicrotask(() => setCount(count + 1));
  }, [count]);
  return <p data-count={count}>{text}</p>;
}

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setTimeout(() => setIsOpen(true));
  return isOpen ? <Slowly text="open" /> : <button onClick={open}>Open</button>;
}

test('after a wait for an element, its effects have run and their renders are done', async () => {
  render(<Opener />);
  await userEvent.click(screen.getByRole('button'));
  expect((await screen.findByText('open')).dataset['count']).toBe(String(EFFECTS));
});

test('given a page that changes under false timers while something has the focus, when they end, then frames are drawn', async () => {
  render(<Opener />);
  screen.getByRole('button').focus();
  expect(await isFrameDrawn()).toBe(true);
  vi.useFakeTimers();
  screen.getByRole('button').className = 'changed';
  vi.useRealTimers();
  expect(await isFrameDrawn()).toBe(true);
});

test('given what modules of a file began, when the next file begins, then none of it goes on', async () => {
  const heard: string[] = [];
  const events = ['popstate', 'storage', 'visibilitychange', 'pagehide', 'pageshow'];
  for (const type of events) addEventListener(type, () => void heard.push(type));
  setInterval(() => void heard.push('interval'), 1);
  new BroadcastChannel('tabs').addEventListener('message', () => void heard.push('channel'));
  leaveEarlierFile();
  // One of this file for each: it hears after the one before would have.
  const seen = Promise.all([
    ...events.map((type) => new Promise((resolve) => addEventListener(type, resolve))),
    new Promise((resolve) => setInterval(resolve, 20)),
    new Promise((resolve) => new BroadcastChannel('tabs').addEventListener('message', resolve)),
  ]);
  for (const type of events) dispatchEvent(new Event(type));
  new BroadcastChannel('tabs').postMessage('out');
  await seen;
  expect(heard).toEqual([]);
});

/** Whether a frame is drawn while timers of its length come and go. */
async function isFrameDrawn() {
  let isDrawn = false;
  requestAnimationFrame(() => {
    isDrawn = true;
  });
  for (let passed = 0; passed < 20 && !isDrawn; passed += 1) {
    await new Promise((resolve) => setTimeout(resolve, 17));
  }
  return isDrawn;
}
