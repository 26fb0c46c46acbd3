import { expect, test } from 'vitest';
import { checkoutSources } from './checkout-sources.ts';

test('the provider’s own checkout shows a page of its API, and brings a script from elsewhere', () => {
  const url = 'https://api.razorpay.com';
  const checkoutJsUrl = 'https://checkout.razorpay.com/v1/checkout.js';
  const { scripts, frames, calls } = checkoutSources({ url, checkoutJsUrl });
  expect(scripts).toEqual(['https://checkout.razorpay.com', 'https://cdn.razorpay.com']);
  expect(frames).toEqual(['https://checkout.razorpay.com', url]);
  expect(calls).toContain('https://lumberjack.razorpay.com');
});

test('one of another origin brings nothing of the provider’s along', () => {
  const url = 'http://127.0.0.1:3100/razorpay';
  const origins = ['http://127.0.0.1:3100'];
  expect(checkoutSources({ url, checkoutJsUrl: `${url}/v1/checkout.js` })).toEqual({
    scripts: origins,
    frames: origins,
    calls: origins,
  });
});
