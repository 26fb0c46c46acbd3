import type { AdminShellWords } from './admin.words.ts';

export const hi = {
  staff: 'स्टाफ़',
  menu: 'स्टाफ़ मेन्यू',
  toProduct: 'मेरा अपना खाता',
  find: 'ढूँढें',
  noRole: 'अभी कोई भूमिका नहीं',
} satisfies AdminShellWords;
