import type { RazorpayConfig } from '../config.ts';

/** Where the provider's own script comes from. */
const LIVE = 'https://checkout.razorpay.com';
const CDN = 'https://cdn.razorpay.com';
const REPORTS = ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'];

/**
 * Origins the checkout needs of a page's content security policy: its script, its window, which is a page of the API, and
 * whom both talk to. The provider's own script brings one against fraud along, from a third origin, and reports to a fourth.
 */
export function checkoutSources({ url, checkoutJsUrl }: Pick<RazorpayConfig, 'url' | 'checkoutJsUrl'>) {
  const [api, script] = [new URL(url).origin, new URL(checkoutJsUrl).origin];
  const isLive = script === LIVE;
  return {
    scripts: [script, ...(isLive ? [CDN] : [])],
    frames: [...new Set([script, api])],
    calls: [...new Set([script, api]), ...(isLive ? REPORTS : [])],
  };
}
