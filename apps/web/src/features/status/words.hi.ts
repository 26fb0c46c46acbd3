import type { StatusWords } from './status.words.ts';

export const hi: StatusWords = {
  title: 'अभी सब चल रहा है?',
  allFine: 'सब कुछ चल रहा है।',
  notFine: 'बाहर कुछ धीमा है। आपने जो शुरू किया वह खोया नहीं है, और कुछ भी दो बार नहीं चुकाया जाता।',
  unknown: 'अभी हम बता नहीं सकते: हमारी अपनी जाँच में देर है।',
  parts: {
    paying: 'कार्ड का बिल चुकाना',
    repaying: 'हमें लौटाना',
    identity: 'अपनी पहचान साबित करना',
    credit: 'लिमिट पाना',
    messages: 'कोड और संदेश',
  },
  states: { fine: 'चल रहा है', slow: 'धीमा', down: 'अभी नहीं', unknown: 'पता नहीं' },
  asOf: (at) => `${at} को देखा गया; हर मिनट फिर देखा जाता है।`,
};
