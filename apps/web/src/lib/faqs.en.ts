import { faq } from './faq.en.ts';

/** Every answered question, in groups; the first four are those the help page inside the app gives too. */
export const faqs = [
  { id: 'first', heading: 'Asked most', items: faq },
  {
    id: 'start',
    heading: 'Getting started',
    items: [
      {
        question: 'Who can use Mohlat?',
        answer:
          'Adults who live in India and have a PAN, an Aadhaar number with a linked phone, and a credit card of their own. For a limit you have to be between 21 and 60 and earn at least ₹20,000 a month after tax.',
      },
      {
        question: 'Does asking for a limit hurt my credit score?',
        answer:
          'With your consent the credit bureau is asked once. Such an enquiry is noted on your report; one alone changes little, many in a short time change more. Looking at prices here asks nobody.',
      },
      {
        question: 'Why was I declined, and what can I do?',
        answer:
          'You are told the main reasons and when to try again. If the bureau’s data are wrong, you can have them corrected there, free of charge; the page says how. Income that you prove by papers can lift a limit that was held down by income you only declared.',
      },
    ],
  },
  {
    id: 'paying',
    heading: 'Having a bill paid',
    items: [
      {
        question: 'Which cards can be paid?',
        answer:
          'Cards of the ten banks in the list on the card page. For most of them the bill is fetched with its amount and due date; for the others you type it from your statement.',
      },
      {
        question: 'How long until my bank has the money?',
        answer:
          'Usually seconds, sometimes hours: it depends on your card’s bank. Each step is shown with its time. “Paid” means that the bank has confirmed it.',
      },
      {
        question: 'My payment says that it is being confirmed. Should I pay again?',
        answer:
          'No. The answer of the bank is missing, not the money. We go on asking until it is known and tell you. If it was not paid, you owe nothing and your limit is free again.',
      },
      {
        question: 'Can I take a payment back?',
        answer:
          'Yes, with one button: you return the bill and the cost of the days in between. That is open until midnight of the last of {cooling} after the bill was paid. The service fee is taken back and there is no penalty.',
      },
    ],
  },
  {
    id: 'repaying',
    heading: 'Repaying',
    items: [
      {
        question: 'How can I repay?',
        answer:
          'By UPI, net banking or debit card from your own account, each time yourself or by autopay. Credit cards and other loans are not accepted.',
      },
      {
        question: 'What does it cost to repay early?',
        answer:
          'Nothing. In a plan with EMIs you save the interest of the months that fall away; you see the amount before you pay.',
      },
      {
        question: 'What happens if autopay finds too little money?',
        answer:
          'A bank mandate (eNACH) returned for lack of funds costs {bounce}, once per instalment. Your bank may charge its own fee. UPI AutoPay costs nothing. You are told two days before each collection; at least a day before where autopay was set up, or the collection tried again, later than that.',
      },
      {
        question: 'I paid twice by mistake. What now?',
        answer:
          'What nothing needs goes back to the account it came from, without your asking; so does what autopay took as well, or what one order took twice. Any other payment waits for your next instalment: until then the payment’s page has a button to get it back.',
      },
      {
        question: 'I cannot pay on time. What should I do?',
        answer:
          'Open the payment and say so, best before the due date. Reminders and new late charges then pause for a while; the days past due are counted all the same. A person looks at what is possible.',
      },
    ],
  },
  {
    id: 'data',
    heading: 'Data and safety',
    items: [
      {
        question: 'Do you keep my card number or Aadhaar number?',
        answer:
          'No. Of a card we keep the bank, the network and the last four digits. Of Aadhaar we keep the last four digits and that it was verified.',
      },
      {
        question: 'Someone called in your name and asked for a code. Was that you?',
        answer:
          'No. Nobody from Mohlat asks for a password, a code, a UPI PIN or a security code. Do not answer, and write to us.',
      },
      {
        question: 'I lost my phone, or somebody else may be in my account. What now?',
        answer:
          'Log in on another device, open Security in My Profile and choose “Log out everywhere”: every device is out at once. Then choose a new password. A recovery code stands in for an authenticator app or passkey that is lost.',
      },
      {
        question: 'How do I close my account?',
        answer:
          'Under Your data in My Profile, when nothing is owed. Before that you can download everything we hold about you. What the law makes us keep is named there, with how long.',
      },
      {
        question: 'My complaint was not settled. Where next?',
        answer:
          'Write to the grievance officer, who is named on the Help page, at the foot of our public pages and in your key facts statement. After 30 days without a solution the Reserve Bank’s ombudsman is open to you at cms.rbi.org.in.',
      },
    ],
  },
];
