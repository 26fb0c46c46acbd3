import type { ReferralsWords } from './referrals.words.ts';

export const hi = {
  earnings: 'रेफ़रल से कुल कमाई',
  refer: {
    title: 'दोस्त बुलाएँ, कमाएँ',
    text: (amount: string) => `आपके लिंक से आया दोस्त KYC पूरा करे और उसका पहला बिल भर जाए, तो आपको ${amount}।`,
    terms: (most: number) =>
      `महीने में ज़्यादा से ज़्यादा ${most} दोस्त। जब दोस्त वह भुगतान रद्द नहीं कर सकता, तब आप इसे इस्तेमाल कर सकते हैं; भुगतान रद्द हो या लौट आए तो यह वापस ले लिया जाता है।`,
    none: 'दोस्त बुलाने पर अभी कोई रिवॉर्ड नहीं है।',
    code: 'रेफ़रल कोड',
    link: 'रेफ़रल लिंक',
    copyCode: 'कोड कॉपी करें',
    copyLink: 'लिंक कॉपी करें',
    codeCopied: 'रेफ़रल कोड कॉपी हो गया',
    linkCopied: 'रेफ़रल लिंक कॉपी हो गया',
    share: 'साझा करें',
    shareText: 'Mohlat आज आपके कार्ड का बिल भरता है, आप बाद में चुकाते हैं।',
  },
  friends: {
    title: 'आपके दोस्त',
    empty: 'आपके लिंक से अभी किसी ने साइन अप नहीं किया।',
    steps: { signedUp: 'साइन अप', kyc: 'KYC पूरा', payment: 'भुगतान हुआ', completed: 'पूरा' },
    since: (date: string) => `${date} को साइन अप`,
    refusals: {
      monthly_limit: 'रिवॉर्ड नहीं: इस महीने के दोस्तों की सीमा पूरी हो गई।',
      yearly_limit: 'रिवॉर्ड नहीं: इस वित्त वर्ष की सीमा पूरी हो गई।',
      no_reward: 'रिवॉर्ड नहीं: जब आपके दोस्त ने पहला बिल भरवाया, तब कोई रिवॉर्ड नहीं था।',
      not_rewarded: 'इस दोस्त पर रिवॉर्ड नहीं।',
    },
  },
} satisfies ReferralsWords;
