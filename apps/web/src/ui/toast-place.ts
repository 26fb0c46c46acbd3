import { useEffect, useState } from 'react';

/** Up to here there is a bottom bar and sheets rise from below, as in the style sheet's `md`. */
const PHONE = '(width < 48rem)';
/** A sheet from below, what the page is for (Button), or the field with the focus: none of them may lie under a message. */
const SHEET = '[data-sheet]';
const KEPT_FREE = 'main [data-main], main :is(input, select, textarea):focus';
const LIST_BELOW = '[data-sonner-toaster][data-y-position="bottom"]';
/** The edges of further messages behind the first, and some air. */
const AROUND_PX = 24;

/** The part that a message at the bottom lies over: a sheet, the page's main button or the field with the focus. */
function partBelow(isPhone: boolean): Element | undefined {
  // On a wide screen a dialog stands in the middle, and the messages beside it.
  const sheet = isPhone ? document.querySelector(SHEET) : null;
  if (sheet !== null) return sheet;
  const list = document.querySelector<HTMLElement>(LIST_BELOW);
  if (list === null) return undefined;
  const { left, right, bottom } = list.getBoundingClientRect();
  const top = bottom - Number.parseFloat(list.style.getPropertyValue('--front-toast-height')) - AROUND_PX;
  return [...document.querySelectorAll(KEPT_FREE)].find((part) => {
    const box = part.getBoundingClientRect();
    const isBeside = box.right < left || box.left > right;
    return box.height > 0 && !isBeside && box.bottom > top && box.top < bottom;
  });
}

/** Asks after every change and every movement of the page, once a frame at most. */
function watch(isPhone: boolean, onLook: (part: Element | undefined) => void): () => void {
  let frame = 0;
  const look = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => onLook(partBelow(isPhone)));
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  const stop = new AbortController();
  for (const event of ['scroll', 'resize', 'focusin'])
    addEventListener(event, look, { capture: true, passive: true, signal: stop.signal });
  look();
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    stop.abort();
  };
}

/** The part that messages were lifted off, and the page it stood on. */
interface Lift {
  readonly part: Element;
  readonly page: string;
}

/** A lift ends with its page. The address alone does not tell: it changes before the page that belongs to it is drawn. */
function afterLook(before: Lift | undefined, part: Element | undefined): Lift | undefined {
  // A step of a wizard stands in the query.
  const page = location.pathname + location.search;
  if (before?.page === page && before.part.isConnected) return before;
  return part && { part, page };
}

type Place = 'top-center' | 'bottom-center' | 'top-right' | 'bottom-right';

/**
 * Where messages stand: at the bottom, off the heading and the list of errors, on a wide screen in its corner. Where they
 * would lie over a sheet, a main button or the field with the focus they go to the top, and stay there until the last of them
 * has gone, or that part, or the page or its step is another one: its heading is read first.
 */
export function useToastPlace(isAny: boolean): Place {
  const [isPhone, setIsPhone] = useState(false);
  const [lift, setLift] = useState<Lift>();
  useEffect(() => {
    if (typeof matchMedia !== 'function') return undefined;
    const phone = matchMedia(PHONE);
    const ask = () => setIsPhone(phone.matches);
    ask();
    phone.addEventListener('change', ask);
    return () => phone.removeEventListener('change', ask);
  }, []);
  useEffect(() => {
    if (!isAny) return undefined;
    const stop = watch(isPhone, (part) => setLift((before) => afterLook(before, part)));
    return () => {
      stop();
      setLift(undefined);
    };
  }, [isAny, isPhone]);
  const height = lift === undefined ? 'bottom' : 'top';
  return isPhone ? `${height}-center` : `${height}-right`;
}
