import type { AuditWords } from './words.en.ts';

export const hi = {
  title: 'ऑडिट',
  subtitle: 'किसने, किसके साथ, कब और क्यों क्या किया। पंक्तियाँ जुड़ी हैं; कोई गायब नहीं हो सकती।',
  empty: 'अभी कुछ नहीं लिखा गया।',
  emptyFiltered: 'इन फ़िल्टर से कोई पंक्ति नहीं मिली।',
  from: 'कब से',
  to: 'कब तक',
  actorKind: 'किसने किया',
  fileName: 'audit.csv',
  what: 'काम',
  at: 'कब',
  who: 'किसने',
  whom: 'किसका खाता',
  why: 'क्यों',
  details: 'पहले और बाद में',
  object: 'किस बारे में',
  objectId: 'उसकी आईडी',
  ip: 'किस पते से',
  request: 'अनुरोध',
} satisfies AuditWords;
