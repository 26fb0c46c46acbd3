import type { QueryClient } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { authSettingsQuery, type CaptchaOffer } from '../../lib/auth-settings.ts';

/** The part that the scripts of hCaptcha and Turnstile have in common. */
interface Script {
  render(box: HTMLElement, options: Readonly<Record<string, unknown>>): string | null | undefined;
  reset(widget: string): void;
  remove?(widget: string): void;
}

/** A captcha in a box of a page. */
export interface Widget {
  /**
   * The token of an answered captcha; a token counts once. Undefined when the provider cannot be reached. `onWait` is
   * given what to show while a person has to answer it first.
   */
  take(onWait: (shown: ReactNode) => void): Promise<string | undefined>;
  close(): void;
}

/** The name of the callback for a loaded script: the addresses of both providers take the name of a function. */
const READY = 'mohlatCaptchaReady';
const scripts = new Map<string, Promise<Script>>();

/** Fetches the provider's script, once for the page. */
function loadScript({ provider, scriptUrl }: CaptchaOffer): Promise<Script> {
  const present = scripts.get(scriptUrl);
  if (present) return present;
  const script = new Promise<Script>((resolve, reject) => {
    const url = new URL(scriptUrl);
    url.searchParams.set('render', 'explicit');
    url.searchParams.set('onload', READY);
    Reflect.set(globalThis, READY, () => resolve(Reflect.get(globalThis, provider) as Script));
    const element = document.createElement('script');
    element.src = url.href;
    element.async = true;
    element.addEventListener('error', () => {
      element.remove();
      // The next page that asks tries again.
      scripts.delete(scriptUrl);
      reject(new Error('The captcha was not loaded'));
    });
    document.head.append(element);
  });
  scripts.set(scriptUrl, script);
  return script;
}

/** Shows the captcha that is configured in a box; undefined where none is. Throws NetworkError. */
export async function openCaptcha(client: QueryClient, box: HTMLElement): Promise<Widget | undefined> {
  const { captcha } = await client.query({ ...authSettingsQuery, staleTime: 'static' });
  return captcha && openWidget(captcha, box);
}

/** The width of either provider's usual face, in px. */
const USUAL_PX = 303;

/** The face there is room for: on the narrowest phones, and beside the gutters of large letters, the usual one stands out. */
function sizeFor(box: HTMLElement): 'normal' | 'compact' {
  let place: HTMLElement | null = box;
  // An empty box, and a tab that is not open, have no width of their own.
  while (place !== null && place.clientWidth === 0) place = place.parentElement;
  return place !== null && place.clientWidth < USUAL_PX ? 'compact' : 'normal';
}

/** Shows a captcha in a box. It is answered before the form is sent, or while the sending waits for it. */
function openWidget(offer: CaptchaOffer, box: HTMLElement): Widget {
  let token: string | undefined;
  let isClosed = false;
  let hear: (() => void) | undefined;
  const tell = (given: string | undefined) => {
    token = given;
    hear?.();
  };
  const shown = loadScript(offer)
    .then((provider) => {
      if (isClosed) return undefined;
      const id = provider.render(box, {
        sitekey: offer.siteKey,
        size: sizeFor(box),
        callback: (given: string) => tell(given),
        'expired-callback': () => {
          token = undefined;
        },
        'error-callback': () => tell(undefined),
      });
      return id === null || id === undefined ? undefined : { provider, id };
    })
    .catch(() => undefined);
  return {
    async take(onWait) {
      const widget = await shown;
      if (widget === undefined) return undefined;
      if (token === undefined) {
        const answered = new Promise<void>((resolve) => {
          hear = resolve;
        });
        void import('./captcha-waiting.tsx').then(
          ({ CaptchaWaiting }) => hear && onWait(createElement(CaptchaWaiting)),
          () => undefined,
        );
        await answered;
        hear = undefined;
      }
      const taken = token;
      token = undefined;
      if (!isClosed) widget.provider.reset(widget.id);
      return taken;
    },
    close() {
      isClosed = true;
      hear?.();
      void shown.then((widget) => widget?.provider.remove?.(widget.id));
    },
  };
}
