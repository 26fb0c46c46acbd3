import type { Language } from './mail-template.ts';
import type { Notice } from './notice.ts';
import { fill, mailTexts } from './templates.ts';

/**
 * A notice as the app shows it in a language. What was written in English alone is said in Hindi by the subject and the
 * first lines of its mail.
 */
export function inLanguage(notice: Notice, language: Language): Notice {
  if (language === 'en' || notice.language === language) return notice;
  if (notice.inHindi) return { ...notice, ...notice.inHindi };
  if (!notice.template) return notice;
  const { subject, text } = mailTexts(notice.template)[language];
  const [first = ''] = text.split('\n\n');
  return { ...notice, title: fill(subject, notice.vars ?? {}), description: fill(first, notice.vars ?? {}) };
}
