const ENGLISH_ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

// Hindi has a word of its own for each number below a hundred.
const HINDI =
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'.split(
    ' ',
  );

interface NumberWords {
  readonly below100: (n: number) => string;
  readonly crore: string;
  readonly lakh: string;
  readonly thousand: string;
  readonly hundred: string;
  readonly rupee: (n: number) => string;
  readonly paisa: (n: number) => string;
  readonly and: string;
}

const WORDS: Record<'en' | 'hi', NumberWords> = {
  en: {
    below100: (n) => {
      if (n < 20) return ENGLISH_ONES[n] ?? '';
      const tens = ENGLISH_TENS[Math.floor(n / 10)] ?? '';
      return n % 10 === 0 ? tens : `${tens}-${ENGLISH_ONES[n % 10] ?? ''}`;
    },
    crore: 'crore',
    lakh: 'lakh',
    thousand: 'thousand',
    hundred: 'hundred',
    rupee: (n) => (n === 1 ? 'rupee' : 'rupees'),
    paisa: (n) => (n === 1 ? 'paisa' : 'paise'),
    and: 'and',
  },
  hi: {
    below100: (n) => HINDI[n] ?? '',
    crore: 'करोड़',
    lakh: 'लाख',
    thousand: 'हज़ार',
    hundred: 'सौ',
    rupee: (n) => (n === 1 ? 'रुपया' : 'रुपये'),
    paisa: (n) => (n === 1 ? 'पैसा' : 'पैसे'),
    and: 'और',
  },
};

function wholeInWords(n: number, words: NumberWords): string {
  if (n >= 1e7) {
    const rest = n % 1e7;
    const head = `${wholeInWords(Math.floor(n / 1e7), words)} ${words.crore}`;
    return rest === 0 ? head : `${head} ${wholeInWords(rest, words)}`;
  }
  const parts: string[] = [];
  const steps: readonly (readonly [number, string])[] = [
    [1e5, words.lakh],
    [1e3, words.thousand],
    [100, words.hundred],
  ];
  let left = n;
  for (const [size, name] of steps) {
    if (left >= size) {
      parts.push(`${words.below100(Math.floor(left / size))} ${name}`);
      left %= size;
    }
  }
  if (left > 0 || parts.length === 0) parts.push(words.below100(left));
  return parts.join(' ');
}

/** "One lakh twenty-three thousand four hundred fifty-six rupees and fifty paise", so that a slip of a zero is heard. */
export function amountInWords(paise: number, language: 'en' | 'hi'): string {
  const words = WORDS[language];
  const rupees = Math.trunc(Math.abs(paise) / 100);
  const rest = Math.abs(paise) % 100;
  const head = `${wholeInWords(rupees, words)} ${words.rupee(rupees)}`;
  return rest === 0 ? head : `${head} ${words.and} ${words.below100(rest)} ${words.paisa(rest)}`;
}
