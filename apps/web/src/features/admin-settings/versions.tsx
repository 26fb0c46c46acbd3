import { putSettings, withdrawSettings, type SettingsContent } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Trail } from '../../ui/trail.tsx';
import { ChangeTable } from './change-table.tsx';
import { versionsQuery, withdraw } from './settings.data.ts';
import { useSettingsWords } from './settings.words.ts';

/** Its word stands where the text beside it begins. */
const QUIET = { tone: 'quiet', size: 'medium', className: '-ml-4' } as const;

interface VersionsProps {
  readonly onAgain: (version: { version: number; content: SettingsContent }) => void;
}

/** Every version with who set it and why; going back is a new version with the content of an old one. */
export function Versions({ onAgain }: VersionsProps) {
  const words = useSettingsWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const [leaving, setLeaving] = useState<number>();
  const versions = useInfiniteQuery(versionsQuery());
  const rows = versions.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title={words.history}>
      {versions.isPending ? (
        <LoadingFace>
          <Skeleton height="row" />
        </LoadingFace>
      ) : null}
      {versions.isError ? <ErrorFace error={versions.error} onRetry={() => void versions.refetch()} /> : null}
      <Trail
        label={words.history}
        entries={rows.map(
          ({ version, content, state, startsAt, createdBy, approvedBy, reason, changes }) => ({
            key: String(version),
            at: formatInstant(startsAt, language),
            source: [words.states[state], createdBy?.name ?? words.product, approvedBy?.name]
              .filter(Boolean)
              .join(' · '),
            title: `${words.version} ${version}`,
            detail: (
              <>
                {reason === null ? null : <p>{reason}</p>}
                {changes.length === 0 ? null : <ChangeTable changes={changes} isPast />}
                {state === 'scheduled' && may(withdrawSettings) ? (
                  <Button {...QUIET} onClick={() => setLeaving(version)}>
                    {words.withdraw}
                  </Button>
                ) : null}
                {state === 'past' && may(putSettings) ? (
                  <Button {...QUIET} onClick={() => onAgain({ version, content })}>
                    {words.again}
                  </Button>
                ) : null}
              </>
            ),
          }),
        )}
      />
      {versions.hasNextPage ? (
        <Button {...QUIET} onClick={() => void versions.fetchNextPage()}>
          {common.more}
        </Button>
      ) : null}
      {leaving === undefined ? null : (
        <ReasonDialog
          title={words.withdrawTitle(leaving)}
          text={words.withdrawText}
          confirm={words.withdraw}
          draft={`settings-withdrawal:${leaving}`}
          isDanger
          onSend={async (reason) => {
            const { approvalId } = await withdraw(leaving, reason);
            toast.success(approvalId === null ? words.withdrawn : common.proposed);
          }}
          onDone={() => setLeaving(undefined)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Card>
  );
}
