import {
  type AnswerOf,
  BUREAU_REPORT_STATES,
  exportBureauReport,
  listBureauReports,
  noteBureauSubmission,
  type SentOf,
} from '@mohlat/contract';
import { given, listQuery, oneOf } from '../../lib/admin/list.ts';
import { call, callForFile } from '../../lib/api.ts';

export type Report = AnswerOf<typeof listBureauReports>['items'][number];

export const reportsQuery = (state: string) => {
  const filters = given({ state: oneOf(BUREAU_REPORT_STATES, state) });
  return listQuery('bureau-reports', filters, (place, signal) =>
    call(listBureauReports, { query: { ...filters, ...place }, signal }),
  );
};

export const readFile = (id: string) => callForFile(exportBureauReport, { params: { id } });

export const noteSubmitted = (id: string, body: SentOf<typeof noteBureauSubmission, 'body'>) =>
  call(noteBureauSubmission, { params: { id }, body });
