import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { authSettingsQuery } from './auth-settings.ts';
import type { Widget } from './captcha.ts';

export interface Captcha {
  /** Where it is answered; nothing where none is configured. */
  readonly field: ReactNode;
  /** The option to send along, as `auth-js` names it; waits until a person answered. */
  take(): Promise<{ captchaToken?: string }>;
}

/** The captcha of a form that the auth service asks one of. Its script is fetched where one is configured alone. */
export function useCaptcha(): Captcha {
  const offer = useQuery(authSettingsQuery).data?.captcha;
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef<Widget>(undefined);
  const waiting = useRef<((widget: Widget) => void)[]>([]);
  useEffect(() => {
    if (offer === undefined) return undefined;
    let widget: Widget | undefined;
    let isGone = false;
    void import('./captcha.ts').then(({ openWidget }) => {
      if (isGone || box.current === null) return;
      widget = openWidget(offer, box.current);
      opened.current = widget;
      for (const hand of waiting.current.splice(0)) hand(widget);
    });
    return () => {
      isGone = true;
      widget?.close();
      opened.current = undefined;
    };
  }, [offer]);
  const take = async () => {
    const settings = await client.ensureQueryData(authSettingsQuery).catch(() => undefined);
    if (settings?.captcha === undefined) return {};
    const widget = opened.current ?? (await new Promise<Widget>((hand) => waiting.current.push(hand)));
    const token = await widget.take();
    return token === undefined ? {} : { captchaToken: token };
  };
  return { field: offer === undefined ? null : <div ref={box} />, take };
}
