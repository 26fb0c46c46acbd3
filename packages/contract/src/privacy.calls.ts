import { declareCall } from './endpoint.ts';

/** Errors that stand in the way of closing an account; its screen shows them. */
export const CLOSING_ERRORS = {
  staff_account: {
    status: 409,
    retry: 'never',
    en: 'You work with this account as a member of our staff. It can be closed once an administrator has taken your roles away.',
    hi: 'आप इस खाते से हमारे स्टाफ़ के तौर पर काम करते हैं। एडमिनिस्ट्रेटर आपकी भूमिकाएँ हटा दे, तब यह बंद हो सकेगा।',
  },
  payment_under_way: {
    status: 409,
    retry: 'later',
    en: 'A payment or repayment of yours is still being made. Close the account once it has ended.',
    hi: 'आपका कोई भुगतान या चुकौती अभी चल रही है। उसके पूरा होने पर खाता बंद करें।',
  },
  money_owed: {
    status: 409,
    retry: 'never',
    en: 'You still owe money. Repay it first, then close the account.',
    hi: 'अभी कुछ बकाया है। पहले उसे चुकाएँ, फिर खाता बंद करें।',
  },
  refund_due: {
    status: 409,
    retry: 'later',
    en: 'We still hold money of yours. It goes back to you first, then the account can be closed.',
    hi: 'आपके कुछ पैसे हमारे पास हैं। पहले वे लौटाए जाएँगे, फिर खाता बंद हो सकेगा।',
  },
  dispute_open: {
    status: 409,
    retry: 'later',
    en: 'A repayment of yours is disputed at its bank. Once that is settled, the account can be closed.',
    hi: 'आपकी एक चुकौती पर उसके बैंक में विवाद चल रहा है। उसका निपटारा होने पर खाता बंद हो सकेगा।',
  },
} as const;

export const getConsents = declareCall({
  name: 'getConsents',
  method: 'GET',
  path: '/me/consents',
});

export const putConsents = declareCall({
  name: 'putConsents',
  method: 'PUT',
  path: '/me/consents',
});

export const exportData = declareCall({
  name: 'exportData',
  method: 'GET',
  path: '/me/export',
});

/** Why an account cannot be closed now. */
export const CLOSURE_BLOCKERS = [
  'staff_account',
  'payment_under_way',
  'money_owed',
  'refund_due',
  'dispute_open',
] as const;

export const getClosure = declareCall({
  name: 'getClosure',
  method: 'GET',
  path: '/me/closure',
});

export const deleteMe = declareCall({
  name: 'deleteMe',
  method: 'DELETE',
  path: '/me',
});
