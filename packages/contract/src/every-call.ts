import { CLIENT_ERRORS } from './client-errors.ts';
import { contract } from './endpoint.ts';

/** Refusals that any call may meet; a declaration lists those that are particular to it. */
export const everyCallContract = contract({
  calls: {},
  endpoints: {},
  refusals: {
    ...CLIENT_ERRORS,
    unauthorized: {
      status: 401,
      retry: 'never',
      en: 'Please login to continue.',
      hi: 'आगे बढ़ने के लिए लॉग इन करें।',
    },
    session_ended: {
      status: 401,
      retry: 'never',
      en: 'Your session has ended. Log in again to continue.',
      hi: 'आपका सत्र समाप्त हो गया है। आगे बढ़ने के लिए फिर लॉग इन करें।',
    },
    account_blocked: {
      status: 403,
      retry: 'never',
      en: 'This account is blocked. Contact support.',
      hi: 'यह खाता रोक दिया गया है। सहायता से संपर्क करें।',
    },
    account_guarded: {
      status: 403,
      retry: 'never',
      en: 'You told us of a change that was not yours. Choose a new password first, by the way back we sent you.',
      hi: 'आपने हमें ऐसा बदलाव बताया जो आपका नहीं था। पहले नया पासवर्ड चुनें: वापसी का रास्ता हमने आपको भेजा है।',
    },
    validation_failed: {
      status: 422,
      retry: 'never',
      en: 'Some fields need your attention.',
      hi: 'कुछ जानकारी जाँचनी होगी।',
    },
    busy: {
      status: 503,
      retry: 'same_key',
      en: 'We are busy right now. Nothing is lost: try again in a moment.',
      hi: 'अभी हम व्यस्त हैं। कुछ भी नहीं खोया: थोड़ी देर में फिर कोशिश करें।',
    },
    file_lost: {
      status: 410,
      retry: 'never',
      en: 'This file cannot be read any more: its content is lost. Everything else of it is here.',
      hi: 'यह फ़ाइल अब पढ़ी नहीं जा सकती: इसकी सामग्री खो गई है। इसकी बाकी सारी जानकारी यहाँ है।',
    },
    too_many_requests: {
      status: 429,
      retry: 'later',
      en: 'Too many tries. Wait a little and try again.',
      hi: 'बहुत ज़्यादा कोशिशें हुईं। थोड़ा रुककर फिर कोशिश करें।',
    },
    provider_unavailable: {
      status: 503,
      retry: 'later',
      waitSeconds: 180,
      en: 'The service we ask for this is not answering. Try again in a few minutes.',
      hi: 'जिस सेवा से हम यह पूछते हैं वह जवाब नहीं दे रही। कुछ मिनट में फिर कोशिश करें।',
    },
    provider_refused: {
      status: 409,
      retry: 'never',
      en: 'The service we ask for this does not accept it, and asking again will not help. Contact support.',
      hi: 'जिस सेवा से हम यह पूछते हैं वह इसे स्वीकार नहीं करती, और फिर पूछने से भी नहीं होगा। सहायता से संपर्क करें।',
    },
    bad_json: {
      status: 400,
      retry: 'never',
      en: 'The request is not valid JSON.',
      hi: 'अनुरोध सही JSON नहीं है।',
    },
    bad_request: {
      status: 400,
      retry: 'never',
      en: 'The request is not valid HTTP.',
      hi: 'अनुरोध सही HTTP नहीं है।',
    },
    request_timeout: {
      status: 408,
      retry: 'same_key',
      en: 'The request did not arrive in time. Send it again.',
      hi: 'अनुरोध समय पर पूरा नहीं पहुँचा। इसे फिर भेजें।',
    },
    headers_too_large: {
      status: 431,
      retry: 'never',
      en: 'The headers of the request are too large.',
      hi: 'अनुरोध के हेडर बहुत बड़े हैं।',
    },
    idempotency_key_required: {
      status: 400,
      retry: 'never',
      en: 'This call moves money and needs an Idempotency-Key.',
      hi: 'इस अनुरोध से पैसे चलते हैं, इसलिए Idempotency-Key ज़रूरी है।',
    },
    idempotency_key_reused: {
      status: 422,
      retry: 'never',
      en: 'This Idempotency-Key was used for a different request.',
      hi: 'यह Idempotency-Key किसी दूसरे अनुरोध में इस्तेमाल हो चुकी है।',
    },
    idempotency_in_progress: {
      status: 409,
      retry: 'same_key',
      en: 'The first request with this key is still running.',
      hi: 'इसी कुंजी का पहला अनुरोध अभी चल रहा है।',
    },
    method_not_allowed: {
      status: 405,
      retry: 'never',
      en: 'This address does not take that kind of request.',
      hi: 'इस पते पर ऐसा अनुरोध नहीं चलता।',
    },
    payload_too_large: {
      status: 413,
      retry: 'never',
      en: 'The request is too large.',
      hi: 'अनुरोध बहुत बड़ा है।',
    },
    admin_required: {
      status: 403,
      retry: 'never',
      en: 'This is for our staff only.',
      hi: 'यह केवल हमारे कर्मचारियों के लिए है।',
    },
    mfa_required: {
      status: 403,
      retry: 'never',
      en: 'Confirm with your second factor first.',
      hi: 'पहले अपने दूसरे प्रमाण से पुष्टि करें।',
    },
    role_required: {
      status: 403,
      retry: 'never',
      en: 'Your role does not include this. Ask a colleague who holds it.',
      hi: 'यह आपकी भूमिका में शामिल नहीं है। जिस सहकर्मी के पास यह भूमिका है, उनसे कहें।',
    },
    step_up_required: {
      status: 403,
      retry: 'never',
      en: 'This moves money or limits. Confirm with your second factor again, then send it once more.',
      hi: 'इससे पैसे या लिमिट बदलती है। अपने दूसरे प्रमाण से दोबारा पुष्टि करें, फिर इसे भेजें।',
    },
  },
});

/** Codes every endpoint may answer; declarations list only what is particular to them. */
export const COMMON_ERRORS = [
  'bad_json',
  'unauthorized',
  'session_ended',
  'account_blocked',
  'mfa_required',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'validation_failed',
  'busy',
  'too_many_requests',
  'internal',
] as const;

/** Codes every idempotent endpoint may answer besides. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_in_progress',
] as const;

/** Codes of the door for staff, which every endpoint for them may answer besides. */
export const DOOR_ERRORS = ['admin_required', 'role_required'] as const;
