// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/problem.ts';
import { addEvidence } from './reconciliation.data.ts';

/** Stands where uploads leave, and moves no byte. */
class Hanging extends EventTarget {
  readonly upload = new EventTarget();
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('given a document that moves no more while it is sent, when ninety seconds are over, then it is lost', async () => {
  vi.stubGlobal('XMLHttpRequest', Hanging);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.useFakeTimers();
  const ended = vi.fn();
  void addEvidence('d1', 'Receipt', new File(['%PDF-1.4'], 'receipt.pdf')).catch(ended);
  await vi.advanceTimersByTimeAsync(89_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith(expect.any(NetworkError));
});
