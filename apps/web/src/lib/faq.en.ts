/** Answers that the public support page and the help page inside the app give alike; places in braces are filled by the settings in force. Rule: SPEC-9 FAQ facts. */
export const faq = [
  {
    question: 'How do I complete KYC?',
    answer:
      'Enter your PAN, then your Aadhaar number, and give consent at DigiLocker. Have your PAN card and the phone linked to Aadhaar ready. Confirmation usually comes within 24-48 hours. A short video KYC completes it; until then your limit is lower.',
  },
  {
    question: 'How does the credit limit work?',
    answer:
      'Your limit depends on income and employment status, credit score and history, existing commitments and payment behaviour. A bill you pay through us uses it; each repayment frees it again. It is reviewed periodically, and you always see the reasons.',
  },
  {
    question: 'What happens on delayed repayment?',
    answer:
      'Days of grace after the due date: {grace}. Then late payment fees are added, as printed under Pricing. A late payment can affect your credit score, reduce your limit and affect future loan approvals. Tell us early: there is usually a way.',
  },
  {
    question: 'How do I update my profile or bank information?',
    answer:
      'Open My Profile and press Edit. A name or PAN that is already verified is changed with the help of our team. Bank accounts are linked and removed there too, under Bank Account Details. When you repay yourself you choose account or UPI in the payment window; autopay collects from the one you approved.',
  },
];
