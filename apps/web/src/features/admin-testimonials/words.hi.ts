import type { TestimonialsWords } from './testimonials.words.ts';

export const hi = {
  title: 'वाक्य',
  subtitle:
    'चुका देने वालों के छोड़े हुए, छापने की अनुमति के साथ। ऐसा कुछ न छापें जिसमें किसी का नाम हो, लिमिट का वादा हो या कर्ज़ लेने की सलाह हो।',
  empty: 'पढ़े जाने को कोई वाक्य नहीं है।',
  emptyFiltered: 'कोई नहीं है।',
  status: 'स्थिति',
  statuses: { waiting: 'पढ़े जाने हैं', published: 'छपे हुए', declined: 'नहीं छपे' },
  quote: 'वाक्य',
  language: 'भाषा',
  given: 'कब छोड़ा',
  verdict: 'फ़ैसला',
  publish: 'छापें',
  decline: 'न छापें',
  failed: 'फ़ैसला दर्ज नहीं हुआ',
} satisfies TestimonialsWords;
