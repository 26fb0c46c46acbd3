// `npm run sms-texts`: prints every text that goes out by SMS, as it is registered with a carrier: its name, its language and its words, with
// `##name##` where something of the person's stands. Its ids go into MSG91_TEMPLATE_IDS.
import {
  SMS_TEMPLATES,
  type SmsTemplateName,
  smsTexts,
} from '../apps/server/src/features/notifications/texts/templates.ts';
import { csvLines } from '../apps/server/src/platform/csv/csv.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine(import.meta.filename, {});
const rows = SMS_TEMPLATES.toSorted().flatMap((name) =>
  Object.entries(smsTexts(name as SmsTemplateName)).map(([language, text]) => [
    `${name}.${language}`,
    text.replaceAll(/\{(\w+)\}/g, '##$1##'),
  ]),
);
process.stdout.write(csvLines([['name', 'text'], ...rows], { isQuoted: true }));
