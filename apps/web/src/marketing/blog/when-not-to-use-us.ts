import type { Post } from './post.ts';

export const whenNotToUseUs: Post = {
  slug: 'when-not-to-use-us',
  publishedOn: '2026-11-20',
  en: {
    title: 'When not to use Mohlat',
    lead: 'A loan that is not needed is the dearest one. Four cases in which we would rather you closed this page.',
    description:
      'Small bills, cheaper credit, a bill you can pay, debt that grows: when a Mohlat loan is the wrong choice.',
    parts: [
      {
        id: 'small',
        heading: 'Your bill is small',
        text: [
          'The fee is at least ₹50. On a bill of ₹1,000 that is an APR of 60.83%, on ₹500 it is 121.67%. From ₹2,500 on it is 24.33%. The rupees are few, but if you can find them elsewhere for a month, do.',
        ],
      },
      {
        id: 'cheaper',
        heading: 'You have cheaper credit',
        text: [
          'An overdraft, a loan against a deposit, or help in the family often costs less than 24% a year. Compare APR with APR, not with the rate.',
        ],
      },
      {
        id: 'can-pay',
        heading: 'You can pay the bill today',
        text: [
          'Then pay it. The cost of not borrowing is nothing, and a card bill that is paid in full and on time is the best thing on your credit report.',
        ],
      },
      {
        id: 'grows',
        heading: 'You borrow to repay what you borrowed',
        text: [
          'If last month’s loan is why this month’s bill is too high, one more month will not mend it. Talk to your card’s bank about a lower rate or a plan, and to us about what is open here. You can tell us in the app that you cannot pay on time; contact and new late charges then pause.',
        ],
        links: [{ label: 'Talk to us', to: '/contact' }],
      },
    ],
  },
  hi: {
    title: 'Mohlat कब न लें',
    lead: 'जिस लोन की ज़रूरत नहीं, वही सबसे महँगा है। चार मौके, जब हम चाहेंगे कि आप यह पेज बंद कर दें।',
    description: 'छोटा बिल, सस्ता उधार, जो बिल भर सकते हैं, बढ़ता कर्ज़: Mohlat का लोन कब गलत है।',
    parts: [
      {
        id: 'small',
        heading: 'बिल छोटा है',
        text: [
          'शुल्क कम से कम ₹50 है। ₹1,000 के बिल पर यह 60.83% APR है, ₹500 पर 121.67%। ₹2,500 से आगे 24.33%। रुपये कम हैं, पर महीने भर के लिए कहीं और से हो जाएँ तो वहीं से करें।',
        ],
      },
      {
        id: 'cheaper',
        heading: 'सस्ता उधार मिल रहा है',
        text: [
          'ओवरड्राफ़्ट, जमा पर लोन या घर की मदद अक्सर 24% सालाना से सस्ती पड़ती है। APR की तुलना APR से करें, दर से नहीं।',
        ],
      },
      {
        id: 'can-pay',
        heading: 'आज ही बिल भर सकते हैं',
        text: ['तो भर दें। उधार न लेने की कीमत शून्य है, और समय पर पूरा भरा बिल क्रेडिट रिपोर्ट की सबसे अच्छी बात है।'],
      },
      {
        id: 'grows',
        heading: 'उधार चुकाने को उधार',
        text: [
          'अगर पिछले महीने के लोन से ही इस महीने का बिल भारी है, तो एक और महीना इसे ठीक नहीं करेगा। कार्ड के बैंक से कम दर या योजना की बात करें, और हमसे यहाँ के बकाया की। ऐप में बता सकते हैं कि समय पर नहीं चुका सकते; तब संपर्क और देरी के नए शुल्क रुक जाते हैं।',
        ],
        links: [{ label: 'हमसे बात करें', to: '/contact' }],
      },
    ],
  },
};
