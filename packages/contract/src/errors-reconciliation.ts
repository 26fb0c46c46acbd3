/** Codes of differences with the rail: part of the closed list in `errors.ts`. */
export const RECONCILIATION_ERRORS = {
  break_resolved: {
    status: 409,
    retry: 'never',
    en: 'This difference is cleared already.',
    hi: 'यह अंतर पहले ही सुलझाया जा चुका है।',
  },
  resolution_not_allowed: {
    status: 422,
    retry: 'never',
    en: 'A difference of this kind cannot be cleared like that.',
    hi: 'इस तरह का अंतर ऐसे नहीं सुलझाया जा सकता।',
  },
} as const;
