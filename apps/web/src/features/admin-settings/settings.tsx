import {
  type AnswerOf,
  type getAdminSettings,
  type SettingsContent,
  PAUSABLE,
  type Pausable,
  type Pause,
  putPause,
  putSettings,
  withdrawSettings,
} from '@mohlat/contract';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { TextLink, Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settingsQuery, setPause, versionsQuery, withdraw } from './settings.data.ts';
import { type SettingsWords, useSettingsWords } from './settings.words.ts';
import { to } from '../../lib/addresses.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Trail } from '../../ui/trail.tsx';
import { ChangeTable } from './change-table.tsx';

interface Origin {
  readonly version: number;
  readonly content: SettingsContent;
}

type Settings = AnswerOf<typeof getAdminSettings>;

/**
 * The start of the form: an old version to be set again, or the newest version. A scheduled version is newer than the one in
 * force. A change made upon an older one would take it back without a word.
 */
function beginning(
  { inForce, scheduled, newestVersion }: Pick<Settings, 'inForce' | 'scheduled' | 'newestVersion'>,
  origin: Origin | undefined,
  words: SettingsWords,
) {
  if (origin !== undefined) return { title: words.from(origin.version), content: origin.content };
  const toCome = scheduled.find(({ version }) => version === newestVersion);
  if (toCome !== undefined) return { title: words.toCome(toCome.version), content: toCome.content };
  return { title: words.inForce(inForce.version), content: inForce.content };
}

export function Component() {
  const words = useSettingsWords();
  const [origin, setOrigin] = useState<Origin>();
  return (
    <AdminDetail query={useQuery(settingsQuery)} fallbackTitle={words.title} title={() => words.title}>
      {({ inForce, scheduled, newestVersion, openApprovalId, paused }) => (
        <div className="flex flex-col gap-4">
          {paused === undefined ? null : <Pauses paused={paused} />}
          {openApprovalId === null ? null : (
            <Notice
              tone="due"
              title={words.waits}
              actions={
                <TextLink to={to('/admin/approvals/:id', { id: openApprovalId })}>
                  {words.openProposal}
                </TextLink>
              }
            />
          )}
          <SettingsForm
            key={`${newestVersion}-${origin?.version ?? 0}`}
            {...beginning({ inForce, scheduled, newestVersion }, origin, words)}
            baseVersion={newestVersion}
            onReset={origin === undefined ? undefined : () => setOrigin(undefined)}
          />
          <Versions
            onAgain={(chosen) => {
              setOrigin(chosen);
              globalThis.scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
    </AdminDetail>
  );
}

/** First on the page: whoever looks for it sees money go wrong. Counts at once, and waits for no second person. */
function Pauses({ paused }: { readonly paused: readonly Pause[] }) {
  const words = useSettingsWords().pauses;
  return (
    <Card title={words.title} description={words.text}>
      <ul className="flex flex-col gap-4">
        {PAUSABLE.map((capability) => (
          <Switch
            key={capability}
            capability={capability}
            pause={paused.find((one) => one.capability === capability)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface SwitchProps {
  readonly capability: Pausable;
  readonly pause: Pause | undefined;
}

function Switch({ capability, pause }: SwitchProps) {
  const words = useSettingsWords().pauses;
  const { language } = useLanguage();
  const { may } = useStaff();
  const [asked, setAsked] = useState<Direction>();
  const { name, is, stop, go } = words[capability];
  const isPaused = pause !== undefined;
  return (
    <li className="flex flex-col items-start gap-3">
      {isPaused ? (
        <Notice tone="bad" title={is}>
          {words.since(formatInstant(pause.since, language), pause.by.name ?? '')} {pause.reason}
        </Notice>
      ) : (
        <p>
          <span className="font-medium">{name}</span> <span className="text-ink-2">{words.running}</span>
        </p>
      )}
      {may(putPause) ? (
        <Button
          tone={isPaused ? 'primary' : 'danger'}
          size="medium"
          onClick={() => setAsked(isPaused ? 'go' : 'stop')}
        >
          {isPaused ? go : stop}
        </Button>
      ) : null}
      {asked === undefined ? null : (
        <SwitchDialog capability={capability} direction={asked} onClose={() => setAsked(undefined)} />
      )}
    </li>
  );
}

/** As it was pressed: a pause that arrives meanwhile must not turn a stop into its contrary. */
type Direction = 'stop' | 'go';

interface SwitchDialogProps {
  readonly capability: Pausable;
  readonly direction: Direction;
  readonly onClose: () => void;
}

function SwitchDialog({ capability, direction, onClose }: SwitchDialogProps) {
  const words = useSettingsWords().pauses;
  const { effect, goText, stop, go } = words[capability];
  const isStop = direction === 'stop';
  return (
    <ReasonDialog
      title={isStop ? stop : go}
      text={isStop ? effect : goText}
      draft={`pause:${capability}:${direction}`}
      isDanger={isStop}
      onSend={(reason) => setPause(capability, { isPaused: isStop, reason })}
      onDone={() => {
        toast.success(isStop ? words.stopped : words.gone);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Its word stands where the text beside it begins. */
const QUIET = { tone: 'quiet', size: 'medium', className: '-ml-4' } as const;

interface VersionsProps {
  readonly onAgain: (version: { version: number; content: SettingsContent }) => void;
}

/** Every version with who set it and why; going back is a new version with the content of an old one. */
function Versions({ onAgain }: VersionsProps) {
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
