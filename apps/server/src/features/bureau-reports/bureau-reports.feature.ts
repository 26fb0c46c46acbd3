import { exportBureauReport, listBureauReports, noteBureauSubmission } from '@mohlat/contract';
import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { figure } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { bureauReportJobs, sweepBureauReports } from './bureau-reports.make.ts';
import { type BureauReportsService, createBureauReportsService } from './bureau-reports.service.ts';
import { tellJob } from './bureau-reports.tell.ts';

/** Whether reports reach the companies in time. */
const BUREAU_FIGURES = [
  figure({
    name: 'mohlat_bureau_reports_due',
    help: 'Reports to credit information companies, made or not, that not all of them had though the last day for it is today or before',
    sql: `select count(*)::integer as value from bureau_reports
      where submitted_at is null and due_on <= ist_date($1::timestamptz)`,
  }),
];

export const bureauReports: Feature = {
  name: 'bureau-reports',
  routes: (endpoints, parts) => registerBureauReports(endpoints, createBureauReportsService(parts)),
  jobs: (parts) => [...bureauReportJobs(parts), tellJob(parts)],
  figures: BUREAU_FIGURES,
  sweeps: (parts) => ({ bureauReports: () => sweepBureauReports(parts) }),
  waiting: [
    {
      kind: 'bureau_reports',
      path: '/admin/bureau-reports?state=waiting',
      select:
        'select count(*), min(made_at) from bureau_reports where made_at is not null and submitted_at is null',
    },
  ],
  personalData: [
    {
      table: 'bureau_records',
      topic: 'books',
      title: { en: 'Reported to credit bureaus', hi: 'क्रेडिट ब्यूरो को बताया गया' },
      fate: BOOKS,
    },
  ],
};

function registerBureauReports(endpoints: EndpointRegistry, reports: BureauReportsService): void {
  endpoints.handle(listBureauReports, ({ actor, query }) => reports.list(actor, query));
  endpoints.handle(exportBureauReport, async ({ actor, params, trace }) => {
    const { asOn, content } = await reports.export(actor, params.id, trace);
    return { type: 'text/csv; charset=utf-8', name: `mohlat-bureau-report-${asOn}.csv`, content };
  });
  endpoints.handle(noteBureauSubmission, ({ actor, params, body, trace }) =>
    reports.noteSubmitted(actor, params.id, body, trace),
  );
}
