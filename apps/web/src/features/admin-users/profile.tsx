import { type AnswerOf, revealUserField, type Revealable, type UserDetail } from '@mohlat/contract';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { Reference } from '../../lib/admin/reference.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatDateWithYear, formatInstant, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextButton } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { reveal } from './users.data.ts';
import { useUsersWords } from './users.words.ts';

/** Masked; one value at a time is shown in full, to this person, on this page, with a reason. */
export function Profile({ user }: { readonly user: UserDetail }) {
  const words = useUsersWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const { staff, may } = useStaff();
  const [shown, setShown] = useState<Partial<Record<Revealable, string | null>>>({});
  const [asked, setAsked] = useState<Revealable>();
  const mayReveal = may(revealUserField) && staff?.id !== user.id;
  const { profile } = user;
  const masked = (field: Revealable, value: string | null, note?: string) => ({
    label: words.fields[field],
    value: (
      <span className="flex flex-wrap items-baseline justify-end gap-x-3">
        <span className="break-all">{shown[field] ?? value ?? common.nobody}</span>
        {note === undefined ? null : <span className="text-caption text-ink-3">{note}</span>}
        {value === null || shown[field] !== undefined || !mayReveal ? null : (
          <TextButton
            aria-label={common.reveal.show(words.fields[field])}
            className="-my-2.5 -mr-1 text-small"
            onClick={() => setAsked(field)}
          >
            {common.reveal.confirm}
          </TextButton>
        )}
      </span>
    ),
  });
  const proof = (isConfirmed: boolean) => (isConfirmed ? words.confirmed : words.unconfirmed);
  return (
    <Card title={words.profile}>
      <FactList
        facts={[
          masked('email', user.emailMasked, proof(profile.isEmailConfirmed)),
          masked('mobile', user.mobileMasked, proof(profile.isMobileConfirmed)),
          masked('pan', user.panMasked),
          masked('dateOfBirth', profile.dateOfBirthMasked),
          masked('address', profile.addressMasked),
          {
            label: words.income,
            value:
              profile.monthlyIncomePaise === null ? (
                common.nobody
              ) : (
                <Money paise={profile.monthlyIncomePaise} />
              ),
          },
          { label: words.id, value: <Reference text={user.id} of={words.id} /> },
          { label: words.joined, value: formatDateWithYear(istDateOf(user.joinedAt), language) },
          {
            label: words.lastSignIn,
            value: user.lastSignInAt === null ? common.nobody : formatInstant(user.lastSignInAt, language),
          },
        ]}
      />
      {asked === undefined ? null : (
        <RevealDialog
          userId={user.id}
          name={user.name}
          asked={asked}
          onShown={({ field, value }) => setShown((before) => ({ ...before, [field]: value }))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

interface RevealDialogProps {
  readonly userId: string;
  readonly name: string | null;
  readonly asked: Revealable;
  readonly onShown: (shown: AnswerOf<typeof revealUserField>) => void;
  readonly onClose: () => void;
}

function RevealDialog({ userId, name, asked, onShown, onClose }: RevealDialogProps) {
  const words = useUsersWords();
  const { reveal: told } = useAdminWords();
  return (
    <ReasonDialog
      title={told.show(words.fields[asked])}
      subject={name ?? undefined}
      text={told.text}
      confirm={told.confirm}
      draft={`user-reveal-${asked}:${userId}`}
      onSend={async (reason) => onShown(await reveal(userId, asked, reason))}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
