import type { AnswerOf, getAdminSettings, SettingsContent } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pauses } from './pauses.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settingsQuery } from './settings.data.ts';
import { type SettingsWords, useSettingsWords } from './settings.words.ts';
import { Versions } from './versions.tsx';
import { to } from '../../lib/addresses.ts';

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
