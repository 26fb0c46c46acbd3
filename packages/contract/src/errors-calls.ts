/** Codes of a call that was made wrongly: part of the closed list in `errors.ts`. */
export const CALL_ERRORS = {
  bad_json: {
    status: 400,
    retry: 'never',
    en: 'The request is not valid JSON.',
    hi: 'अनुरोध सही JSON नहीं है।',
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
} as const;
