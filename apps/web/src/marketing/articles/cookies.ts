import type { BilingualArticle } from './article.ts';

export const cookies: BilingualArticle = {
  en: {
    title: 'Cookies',
    lead: 'We set none. This is the full list of what your browser keeps for us, and how to clear it.',
    description:
      'Mohlat sets no cookies. The full list of what your browser keeps, why, for how long, and how to clear it.',
    parts: [
      {
        id: 'none',
        heading: 'No cookies, no trackers',
        text: [
          'This site and the app set no cookies of their own. There is no advertising, no analytics service, no pixel and no font from another company, so there is nothing to ask your consent for.',
        ],
      },
      {
        id: 'kept',
        heading: 'What your browser keeps',
        text: ['All of it stays on your device and is read only by this site.'],
        points: [
          'Your log-in, until you log out or it ends.',
          'The name you are greeted by, for a start without a network, until you log out or the app tells you that your log-in has ended.',
          'Your language and your theme, until you change them.',
          'The files of the app, with nothing of yours in them, so that it starts quickly and without a network, until newer ones take their place.',
          'The code of the friend who invited you, until the tab is closed or you have signed up.',
          'A random name of this browser, from your first sign-up or log-in on: so that we can tell you of a log-in from another one, and nobody is rewarded for inviting themselves. It says nothing else and stays until you clear it.',
          'After you have asked for a mail with a link: a random word by which this browser knows its answer, until you open the link; after a day it counts no more. It names nobody.',
          'After you have asked for a code by SMS: the number that it went to, so that the link of such an SMS may log you in from another tab, until you are logged in by it, log out or take another number; after an hour it counts no more, and goes when a log-in is opened.',
          'While you log in with an account elsewhere, such as Google: what proves that it was this browser, until you are back.',
          'What you typed and have not sent, until you send it, log out or close the tab, or somebody else logs in there.',
          'Whose tab it is, and whether the answer to closing its account was lost, until you log out or the tab is closed.',
          'A payment that was sent and is not answered yet, with its price, so that it is never sent twice, from another tab either: until the answer is here or you log out.',
          'A KYC video that is not fully sent yet, until it has arrived or you log out.',
          'For our own staff: the named views of their lists, until they clear them.',
        ],
      },
      {
        id: 'others',
        heading: 'Two exceptions',
        text: [
          'When you repay, the payment gateway opens its own window. It is loaded only on that page.',
          'Where a captcha is switched on, a check that you are not a robot, the pages to sign up, to log in and to ask for a code load it from the company that makes it: hCaptcha or Cloudflare.',
          'What either of them keeps is its own, under its own policy.',
        ],
      },
      {
        id: 'clear',
        heading: 'How to clear it',
        text: [
          'Log out, then remove the data of this site in your browser’s settings. Nothing about your loans is lost: they are kept by us, not by the browser.',
        ],
        links: [{ label: 'Privacy Policy', to: '/privacy' }],
      },
    ],
  },
  hi: {
    title: 'कुकी',
    lead: 'हम कोई कुकी नहीं रखते। ब्राउज़र हमारे लिए क्या रखता है और उसे कैसे मिटाएँ, पूरी सूची यहाँ है।',
    description: 'Mohlat कोई कुकी नहीं रखता। ब्राउज़र क्या रखता है, क्यों, कब तक, और कैसे मिटाएँ।',
    parts: [
      {
        id: 'none',
        heading: 'न कुकी, न पीछा',
        text: [
          'यह साइट और ऐप अपनी कोई कुकी नहीं रखते। न विज्ञापन, न आँकड़े जुटाने वाली सेवा, न किसी और कंपनी का फ़ॉन्ट; इसलिए सहमति माँगने को कुछ है ही नहीं।',
        ],
      },
      {
        id: 'kept',
        heading: 'आपका ब्राउज़र क्या रखता है',
        text: ['सब आपके फ़ोन या कंप्यूटर पर रहता है और केवल यही साइट पढ़ती है।'],
        points: [
          'आपका लॉग इन, जब तक आप लॉग आउट न करें या वह ख़त्म न हो।',
          'जिस नाम से आपका स्वागत होता है, बिना नेटवर्क के शुरू होने के लिए, जब तक आप लॉग आउट न करें या ऐप न बताए कि आपका लॉग इन ख़त्म हो गया।',
          'आपकी भाषा और थीम, जब तक आप न बदलें।',
          'ऐप की फ़ाइलें, जिनमें आपका कुछ नहीं, ताकि वह जल्दी और बिना नेटवर्क के खुले, जब तक नई फ़ाइलें उनकी जगह न लें।',
          'बुलाने वाले दोस्त का कोड, जब तक टैब बंद न हो या साइन अप न हो जाए।',
          'आपके पहले साइन अप या लॉग इन से, इस ब्राउज़र का एक बेतरतीब नाम: ताकि किसी और ब्राउज़र से लॉग इन होने पर हम आपको बता सकें, और कोई खुद को बुलाकर इनाम न ले। वह और कुछ नहीं बताता और आपके मिटाने तक रहता है।',
          'लिंक वाला ईमेल मँगाने पर: एक बेतरतीब शब्द, जिससे यह ब्राउज़र उसका जवाब पहचाने, जब तक आप लिंक न खोलें; एक दिन बाद वह नहीं गिना जाता। वह किसी का नाम नहीं बताता।',
          'SMS से कोड मँगाने पर: वह नंबर जिस पर कोड गया, ताकि ऐसे SMS का लिंक दूसरे टैब से भी लॉग इन कर सके, जब तक आप उससे लॉग इन न करें, लॉग आउट न करें या दूसरा नंबर न दें; एक घंटे बाद वह नहीं गिना जाता, और लॉग इन खुलने पर हट जाता है।',
          'जब आप किसी और खाते से, जैसे Google से, लॉग इन करते हैं: वह जिससे साबित हो कि यही ब्राउज़र था, जब तक आप लौट न आएँ।',
          'जो लिखा और भेजा नहीं, जब तक आप उसे भेज न दें, लॉग आउट न करें, टैब बंद न करें या उसमें कोई और लॉग इन न करे।',
          'टैब किसका है, और उसका खाता बंद करने का जवाब खोया या नहीं, जब तक आप लॉग आउट न करें या टैब बंद न हो।',
          'वह भेजा गया भुगतान, उसकी कीमत के साथ, जिसका जवाब अभी नहीं आया, ताकि वह दो बार न जाए, दूसरे टैब से भी नहीं: जब तक जवाब न आए या आप लॉग आउट न करें।',
          'KYC वीडियो जो पूरा नहीं पहुँचा, जब तक पहुँच न जाए या आप लॉग आउट न करें।',
          'हमारे अपने कर्मचारियों के लिए: उनकी सूचियों के नाम दिए गए दृश्य, जब तक वे उन्हें न मिटाएँ।',
        ],
      },
      {
        id: 'others',
        heading: 'दो अपवाद',
        text: [
          'चुकाते समय भुगतान गेटवे अपनी खिड़की खोलता है। वह केवल उसी पेज पर आता है।',
          'जहाँ कैप्चा चालू है, यानी यह जाँच कि आप रोबोट नहीं हैं, वहाँ साइन अप, लॉग इन और कोड माँगने के पेज उसे बनाने वाली कंपनी से लेते हैं: hCaptcha या Cloudflare।',
          'इनमें से जो भी कुछ रखता है, अपनी नीति से रखता है।',
        ],
      },
      {
        id: 'clear',
        heading: 'कैसे मिटाएँ',
        text: [
          'लॉग आउट करें, फिर ब्राउज़र की सेटिंग में इस साइट का डेटा हटाएँ। लोन का कुछ नहीं खोता: वह हमारे पास है, ब्राउज़र में नहीं।',
        ],
        links: [{ label: 'निजता नीति', to: '/privacy' }],
      },
    ],
  },
};
