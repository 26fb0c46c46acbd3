import {
  getAdminSettings,
  getNotice,
  listSettingsVersions,
  previewSettings,
  putPause,
  putSettings,
  withdrawSettings,
} from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Feature } from '#features/feature.ts';
import { settingsAt } from '#features/settings/index.ts';
import { figure } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { settingsApproval, settingsWithdrawalApproval } from './settings-desk.approval.ts';
import { createSettingsDeskService, type SettingsDeskService } from './settings-desk.service.ts';

/** A pause that is forgotten (decision 180): bills are not paid, instalments fall due and are not collected. */
const PAUSE_FIGURES = [
  figure({
    name: 'mohlat_paused_seconds',
    help: 'Time since staff paused payments of bills, or debits; 0 while they have not',
    label: 'capability',
    sql: `select capability as of,
        greatest(0, coalesce(extract(epoch from $1::timestamptz - max(started_at)), 0))::bigint as value
      from (select capability, started_at from capability_pauses where ended_at is null) p
        full join (values ('bill_payments'), ('debits')) as known(capability) using (capability)
      group by 1`,
  }),
];

export const settingsDesk: Feature = {
  name: 'settings-desk',
  figures: PAUSE_FIGURES,
  routes: (endpoints, parts) => registerSettingsDesk(endpoints, createSettingsDeskService(parts), parts),
  approvals: (parts) => [settingsApproval(parts), settingsWithdrawalApproval(parts)],
};

function registerSettingsDesk(
  endpoints: EndpointRegistry,
  settings: SettingsDeskService,
  { api, clock }: Pick<FeatureContext, 'api' | 'clock'>,
): void {
  endpoints.handle(getAdminSettings, ({ actor }) => settings.get(actor));
  endpoints.handle(listSettingsVersions, ({ actor, query }) => settings.list(actor, query));
  endpoints.handle(previewSettings, ({ actor, body }) => settings.preview(actor, body));
  endpoints.handle(putSettings, ({ actor, body, trace }) => settings.put(actor, body, trace));
  endpoints.handle(putPause, ({ actor, params, body, trace }) =>
    settings.pause(actor, { ...params, ...body }, trace),
  );
  endpoints.handle(withdrawSettings, ({ actor, params, body, trace }) =>
    settings.withdraw(actor, params.version, body.reason, trace),
  );
  endpoints.handle(getNotice, async ({ reply }) => {
    const now = clock.now();
    const { notice } = await api.single((tx) => settingsAt(tx, now));
    reply.header('cache-control', 'public, max-age=60');
    const isNow = notice !== null && new Date(notice.from) <= now && now < new Date(notice.until);
    return { notice: isNow ? { en: notice.en, hi: notice.hi, until: notice.until } : null };
  });
}
