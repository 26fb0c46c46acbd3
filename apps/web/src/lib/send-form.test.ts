// @vitest-environment jsdom
import { postIncomeEvidence } from '@mohlat/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { NetworkError } from './problem.ts';
import { sendForm } from './send-form.ts';

/** Stands where uploads leave. It goes on for as long as a test says, and ends as a browser's does. */
class Upload extends EventTarget {
  static last: Upload;
  readonly upload = new EventTarget();
  constructor() {
    super();
    Upload.last = this;
  }
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

test('given an upload that moves no more, when ninety seconds are over, then it is lost', async () => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.useFakeTimers();
  const ended = vi.fn();
  void sendForm(postIncomeEvidence, new FormData()).catch(ended);
  await vi.advanceTimersByTimeAsync(80_000);
  Upload.last.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }));
  await vi.advanceTimersByTimeAsync(89_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith(expect.any(NetworkError));
});
