/** Codes of settings: part of the closed list in `errors.ts`. */
export const SETTINGS_ERRORS = {
  settings_changed: {
    status: 409,
    retry: 'never',
    en: 'A colleague has set something else meanwhile. Look at it, then make your change upon it.',
    hi: 'इस बीच किसी सहकर्मी ने कुछ और तय किया है। पहले उसे देखें, फिर उस पर अपना बदलाव करें।',
  },
  settings_unchanged: {
    status: 422,
    retry: 'never',
    en: 'Nothing in this differs from what is set already.',
    hi: 'इसमें कुछ भी पहले से तय बातों से अलग नहीं है।',
  },
  settings_scheduled: {
    status: 409,
    retry: 'never',
    en: 'A later version is already set to begin. Choose a start after it, or take it back first.',
    hi: 'एक आगे का संस्करण पहले से तय है। उसके बाद की शुरुआत चुनें, या पहले उसे वापस लें।',
  },
  settings_begun: {
    status: 409,
    retry: 'never',
    en: 'This version has begun or was taken back. Set a new one instead.',
    hi: 'यह संस्करण लागू हो चुका है या वापस लिया जा चुका है। इसकी जगह नया तय करें।',
  },
} as const;
