import { clearDraft, readDraft, saveDraft } from '../../lib/draft.ts';
import type { ProfileValues } from './profile-form.ts';

const DRAFT = 'profile';

interface ProfileDraft {
  readonly userId: string;
  readonly typed: Partial<ProfileValues>;
}

/** Keeps what was changed and not saved over a new log-in, for the same person alone. */
export function keepTyped(
  userId: string,
  values: ProfileValues,
  dirty: Partial<Record<keyof ProfileValues, boolean | undefined>>,
): void {
  const typed = Object.fromEntries(
    Object.entries(values).filter(([name]) => dirty[name as keyof ProfileValues]),
  );
  saveDraft(DRAFT, { userId, typed } satisfies ProfileDraft);
}

/** Reads the values this person typed before the log-in. Another person gets none of them. */
export function typedBefore(userId: string): Partial<ProfileValues> {
  const draft = readDraft<ProfileDraft>(DRAFT);
  return draft?.userId === userId ? (draft.typed ?? {}) : {};
}

export const forgetTyped = () => clearDraft(DRAFT);
