import { onlineManager } from '@tanstack/react-query';
import { act, configure, getConfig, prettyDOM } from '@testing-library/react';
import { unstable_IdlePriority as IdlePriority, unstable_scheduleCallback as schedule } from 'scheduler';
import { afterAll, vi } from 'vitest';
import { leaveEarlierFile } from './one-page.ts';

/** When a wait of a screen's test is given up as hanging: a busy machine is slow, not wrong. One bound for all of them. */
const HANGING_MS = 180_000;

configure({
  asyncUtilTimeout: HANGING_MS,
  // A wait looks many times in vain: the page is printed for anybody who reads the error, not for each look.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    const text = () =>
      [message, container instanceof Element && prettyDOM(container)].filter(Boolean).join('\n\n');
    return Object.defineProperty(error, 'message', { configurable: true, get: text });
  },
});
/** Resolves once React has done what is scheduled: work of the lowest priority comes last. */
const scheduled = () => new Promise<void>((resolve) => schedule(IdlePriority, () => resolve()));

// A wait ends when an element is in the document. Its effects, and the renders they ask for, may come later on a slow machine: a
// dialog that just opened takes no pointer until then. A step of a test begins when the page is at rest.
const { asyncWrapper } = getConfig();
// The library stays from file to file, and this with it.
if (asyncWrapper.name !== 'untilSettled') {
  const untilSettled: typeof asyncWrapper = async (step) => {
    const result = await asyncWrapper(step);
    // Work that the scheduled work asks for is done before `act` ends.
    await act(scheduled);
    return result;
  };
  configure({ asyncWrapper: untilSettled });
}
// vi.waitFor and vi.waitUntil have no such setting and would give up after a second. They too may end between an effect and the
// render that the same answer asks for, which the store of answers puts off by a timer.
const { setTimeout: laterOn } = globalThis;
const settled = async () => {
  if (typeof document === 'undefined') return;
  await act(async () => {
    await new Promise((resolve) => laterOn(resolve, 0));
    await scheduled();
  });
};
// The history of the page moves by a timer, and a sheet looks at it by another one. What a test's last step put off comes before the
// next file, which has no page or another one.
afterAll(async () => {
  await settled();
  await settled();
});
const { waitFor, waitUntil } = vi;
if (waitFor.name !== 'waitForSettled') {
  const waitForSettled: typeof waitFor = async (callback, options) => {
    const result = await waitFor.call(vi, callback, {
      timeout: HANGING_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });
    await settled();
    return result as Awaited<ReturnType<typeof callback>>;
  };
  const waitUntilSettled: typeof waitUntil = async (callback, options) => {
    const result = await waitUntil.call(vi, callback, {
      timeout: HANGING_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });
    await settled();
    return result as never;
  };
  Object.assign(vi, { waitFor: waitForSettled, waitUntil: waitUntilSettled });
}

// Files follow one another in one process, each with a page of its own: what the one before remembered is forgotten.
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
// The store of answers stays too: left without a network, it kept every question of the next file waiting.
onlineManager.setOnline(true);
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  // The language of the page, too: answers come in it.
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  globalThis.history.replaceState(null, '', '/');
  // The imitated browser lays nothing out, so it has nowhere to scroll.
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
}

// The imitated browser draws frames by an interval that it starts when it needs one, also when a page changes under a focused
// element. Started under a test's false clock it would never run, in any later file of this process: so it always runs.
if (typeof document !== 'undefined' && !('areFramesKept' in document)) {
  const onFrame = requestAnimationFrame;
  const keep = () => void onFrame(keep);
  keep();
  Object.assign(document, { areFramesKept: true });
}

// After the frames above, which go on from file to file.
if (typeof document !== 'undefined') leaveEarlierFile();

// Between two keys of one person lies no other event: a timer for each key cost more than what the keys do.
if (typeof document !== 'undefined') {
  const { userEvent } = await import('@testing-library/user-event');
  const { click, type } = userEvent;
  // Libraries stay from file to file, and this with them.
  if (type.name !== 'typeAtOnce') {
    const typeAtOnce: typeof type = (element, text, options) =>
      type(element, text, { delay: null, ...options });
    const clickAtOnce: typeof click = (element) => click(element, { delay: null });
    Object.assign(userEvent, { type: typeAtOnce, click: clickAtOnce });
  }
}
