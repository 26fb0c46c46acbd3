import type { Language, Notice } from '#features/notifications/index.ts';

/** What the app says of an answer: which request it belongs to, never its text. */
export function answerNotice(
  language: Language,
  { subject, ticket, path }: { readonly subject: string; readonly ticket: string; readonly path: string },
): Notice {
  const words = {
    en: {
      title: 'Our support team has answered',
      description: `Your request "${subject}" (${ticket}).`,
    },
    hi: { title: 'हमारी सहायता टीम ने जवाब दिया है', description: `आपका अनुरोध "${subject}" (${ticket})।` },
  } as const;
  return { type: 'info', icon: 'message', ...words[language], link: path };
}
