import type { SmsMessage } from './port.ts';

type Ids = Readonly<Record<string, string>>;

/** The id under which a text is registered: that of its language (`loan.closed.hi`), or else the one of its name. */
export function registeredId(
  ids: Ids,
  { template, language }: Pick<SmsMessage, 'template' | 'language'>,
): string | undefined {
  return ids[`${template}.${language}`] ?? ids[template];
}

/** Whether a text may be sent in each language. */
export function isRegistered(ids: Ids, template: string): boolean {
  return (['en', 'hi'] as const).every((language) => registeredId(ids, { template, language }) !== undefined);
}
