export interface Testimonial {
  readonly quote: string;
  readonly by: string;
}

/** Words of real people, put here by the owner with their permission. Empty means no section at all. */
export const TESTIMONIALS: readonly Testimonial[] = [];

/** Shown, each marked "Example", only while the outside world is the sandbox. */
export const EXAMPLE_TESTIMONIALS: Record<'en' | 'hi', readonly Testimonial[]> = {
  en: [
    {
      quote: 'My bill is due on the 23rd and my salary comes on the 1st. Now the two no longer fight.',
      by: 'Salaried, repaid in one payment',
    },
    {
      quote: 'I saw the total before I signed up, and it was still the same total on the receipt.',
      by: 'Self-employed, 3 EMIs',
    },
    {
      quote: 'The bank took an hour to confirm. The page said so, and what would happen next.',
      by: 'Student, first bill',
    },
  ],
  hi: [
    {
      quote: 'बिल 23 तारीख को, तनख़्वाह 1 तारीख को। अब दोनों में झगड़ा नहीं।',
      by: 'नौकरीपेशा, एक बार में चुकाया',
    },
    { quote: 'साइन अप से पहले जो कुल रकम दिखी, रसीद पर भी वही थी।', by: 'अपना काम, 3 EMI' },
    { quote: 'बैंक को पुष्टि में एक घंटा लगा। पेज ने यही बताया, और आगे क्या होगा।', by: 'छात्र, पहला बिल' },
  ],
};
