import { clearDraft, readDraft, saveDraft } from '../../../lib/draft.ts';
import { PROFILE_FIELDS, type ProfileValues } from './profile-form.tsx';

const DRAFT = 'profile';

interface ProfileDraft {
  readonly userId: string;
  readonly typed: Partial<ProfileValues>;
}

/** Keeps what was changed and not saved over a closing, a reload or a new log-in, for the same person alone. */
export function keepTyped(
  userId: string,
  values: Partial<ProfileValues>,
  saved: Readonly<ProfileValues>,
): void {
  const typed = Object.fromEntries(
    PROFILE_FIELDS.flatMap((name) => changed(name, values[name], saved[name])),
  );
  if (Object.keys(typed).length === 0) forgetTyped();
  else saveDraft(DRAFT, { userId, typed } satisfies ProfileDraft);
}

const changed = (name: string, now: string | undefined, before: string) =>
  now === undefined || now === before ? [] : [[name, now] as const];

/** Reads the values this person typed and did not save. Another person gets none of them. */
export function typedBefore(userId: string): Partial<ProfileValues> {
  const draft = readDraft<ProfileDraft>(DRAFT);
  return draft?.userId === userId ? (draft.typed ?? {}) : {};
}

export const forgetTyped = () => clearDraft(DRAFT);
