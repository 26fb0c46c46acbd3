import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { CONTACT_CHANNELS } from './contacts.calls.ts';
import * as calls from './contacts.calls.ts';
import { contract } from './endpoint.ts';
import { mobileSchema } from './mobile.ts';
import { fullNameSchema } from './names.ts';
import { idParams, instantSchema } from './primitives.ts';

export * from './contacts.calls.ts';

const RULES = [
  'own_account',
  'payment_not_payable',
  'contact_hours',
  'contact_most',
  'contact_rests',
] as const;

export const contactsContract = contract({
  calls,
  endpoints: {
    nameRecoveryAgent: {
      summary: 'Names the recovery agent of a loan that does not perform; its person is sent name and number',
      params: idParams,
      body: z.strictObject({ name: fullNameSchema, phone: mobileSchema, reason: reasonSchema }),
      answer: z.object({ namedAt: instantSchema }),
      errors: [...RULES, 'agent_too_early'],
    },
    logContact: {
      summary: 'Writes down a call or a visit that was made about a loan, by the rules of contact',
      params: idParams,
      body: z.strictObject({ at: instantSchema, channel: z.enum(CONTACT_CHANNELS), note: reasonSchema }),
      answer: z.object({ at: instantSchema }),
      errors: [...RULES, 'contact_day', 'agent_not_named'],
    },
  },
  refusals: {
    contact_hours: {
      status: 409,
      retry: 'later',
      en: 'People are contacted from 8:00 to 19:00 in India, and at no other time.',
      hi: 'लोगों से केवल भारत में सुबह 8:00 से शाम 7:00 तक संपर्क किया जाता है।',
    },
    contact_most: {
      status: 409,
      retry: 'later',
      en: 'This person was contacted twice on that day, or seven times in seven days. That is the most.',
      hi: 'इस व्यक्ति से उस दिन दो बार, या सात दिन में सात बार संपर्क हो चुका है। इससे ज़्यादा नहीं।',
    },
    contact_rests: {
      status: 409,
      retry: 'later',
      en: 'Contact rests: the person cannot pay on time, their bank disputes a repayment, the outcome of one is not known, or the loan is frozen.',
      hi: 'संपर्क रुका है: व्यक्ति समय पर नहीं चुका सकते, उनका बैंक किसी चुकौती पर विवाद कर रहा है, किसी का नतीजा पता नहीं, या लोन रोका गया है।',
    },
    contact_day: {
      status: 422,
      retry: 'never',
      en: 'Give a time of the last seven days, and none to come.',
      hi: 'पिछले सात दिनों का समय दें, आगे का नहीं।',
    },
    agent_too_early: {
      status: 409,
      retry: 'later',
      en: 'A recovery agent is named once the loan does not perform: more than 90 days past due, or written off.',
      hi: 'वसूली एजेंट तभी तय होता है जब लोन अनर्जक हो: 90 दिन से ज़्यादा बकाया, या बट्टे खाते में।',
    },
    agent_not_named: {
      status: 409,
      retry: 'never',
      en: 'This loan does not perform. Name its recovery agent first: a mail or SMS with the name and number must have reached the person before.',
      hi: 'यह लोन अनर्जक है। पहले इसका वसूली एजेंट तय करें: नाम और नंबर की मेल या SMS व्यक्ति तक पहले पहुँचनी चाहिए।',
    },
  },
});
