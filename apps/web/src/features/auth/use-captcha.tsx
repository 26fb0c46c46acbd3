import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Widget } from './captcha.ts';

export interface Captcha {
  /** Where it is answered; empty where none is configured. */
  readonly field: ReactNode;
  /** The option to send along, as `auth-js` names it; waits until a person answered. */
  take(): Promise<{ captchaToken?: string }>;
}

/** The captcha of a form that the auth service asks one of. What shows it is fetched after the form. */
export function useCaptcha(): Captcha {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReactNode>();
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef<Promise<Widget | undefined>>(undefined);
  useEffect(() => {
    const place = box.current;
    if (place === null) return undefined;
    const widget = import('./captcha.ts')
      .then(({ openCaptcha }) => openCaptcha(client, place))
      .catch(() => undefined);
    opened.current = widget;
    return () => void widget.then((one) => one?.close());
  }, [client]);
  const take = async () => {
    const token = await (await opened.current)?.take(setWaiting);
    setWaiting(undefined);
    return token === undefined ? {} : { captchaToken: token };
  };
  const field = (
    <>
      <div ref={box} className="empty:hidden" />
      {waiting}
    </>
  );
  return { field, take };
}
