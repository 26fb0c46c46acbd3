import { faq } from '../../lib/faq.hi.ts';
import type { SupportWords } from './words.en.ts';

export const hi = {
  title: 'मदद और सहायता',
  contactTitle: 'हमसे संपर्क करें',
  contactText: 'हमारी सहायता टीम से बात करें',
  writeTo: 'लिखें',
  emailMissing: 'पता नहीं खुला। नीचे का फ़ॉर्म उसी टीम तक पहुँचता है।',
  name: 'नाम',
  email: 'ईमेल',
  subject: 'विषय',
  message: 'संदेश',
  send: 'संदेश भेजें',
  sending: 'भेज रहे हैं...',
  sent: 'संदेश भेज दिया गया',
  sentText: 'हम जल्द से जल्द जवाब देंगे।',
  ticket: 'आपका टिकट नंबर',
  ticketByMail: (email: string) => `यह ${email} पर भी भेजा गया है।`,
  copy: 'टिकट नंबर कॉपी करें',
  copied: 'टिकट नंबर कॉपी हो गया',
  notSent: 'संदेश नहीं गया। आपका लिखा यहीं है।',
  offline: 'इंटरनेट नहीं है। आपका लिखा सुरक्षित है; जुड़ने पर भेजें।',
  faqTitle: 'अक्सर पूछे जाने वाले सवाल',
  faqText: 'आम सवालों के जल्दी जवाब पाएँ',
  faq,
  officerTitle: 'शिकायत अधिकारी',
  officerText:
    'अगर जवाब से बात न बने, तो यहाँ लिखें या फ़ोन करें। 30 दिन में हल न हो तो cms.rbi.org.in पर भारतीय रिज़र्व बैंक के लोकपाल के पास जा सकते हैं।',
} satisfies SupportWords;
