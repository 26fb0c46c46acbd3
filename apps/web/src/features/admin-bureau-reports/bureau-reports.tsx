import {
  BUREAU_REPORT_STATES,
  CREDIT_INFORMATION_COMPANIES,
  exportBureauReport,
  noteBureauSubmission,
} from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { named, useColumnKinds } from '../../lib/admin/columns.tsx';
import { adminChanged } from '../../lib/admin/keys.ts';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import { choiceOf } from '../../lib/admin/list-page.tsx';
import { oneOf, useFilters } from '../../lib/admin/list.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { Failed } from '../../lib/failed.tsx';
import { FileButton } from '../../lib/file-button.tsx';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useSendOnce } from '../../lib/send-once.ts';
import { Button } from '../../ui/button.tsx';
import { Card, FactList, PageHeader } from '../../ui/card.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { noteSubmitted, readFile, type Report, reportsQuery } from './bureau-reports.data.ts';
import { useBureauReportsWords } from './bureau-reports.words.ts';

/** Reports to credit information companies. Rule: LEND-24 (bureau) */
export function Component() {
  const words = useBureauReportsWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const { values, change } = useFilters(['state']);
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      <FilterBar
        label={common.filters}
        searchLabel={common.search}
        choices={[choiceOf('state', common.state, BUREAU_REPORT_STATES, words.states, words.any)]}
        values={values}
        onChange={change}
      />
      <ListBeside
        query={reportsQuery(values.state)}
        rowKey={({ id }) => id}
        parameter="report"
        caption={words.title}
        linkLabel={words.asOn}
        label={({ asOn }) => formatDateWithYear(asOn, language)}
        columns={useColumns()}
        empty={values.state === '' ? words.empty : words.emptyFiltered}
        detail={(report) => <Detail report={report} />}
      />
    </>
  );
}

function useStateOf() {
  const words = useBureauReportsWords();
  return ({ submissions, isLate }: Report) => {
    if (submissions.length === CREDIT_INFORMATION_COMPANIES.length)
      return { tone: 'ok', word: words.states.submitted } as const;
    return isLate
      ? ({ tone: 'bad', word: words.late } as const)
      : ({ tone: 'due', word: words.states.waiting } as const);
  };
}

function useColumns(): DenseColumn<Report>[] {
  const words = useBureauReportsWords();
  const common = useAdminWords();
  const column = useColumnKinds();
  const stateOf = useStateOf();
  return [
    named(column.date('dueOn', words.dueOn, ({ dueOn }) => dueOn)),
    column.count('accounts', words.accounts, ({ accountCount }) => accountCount),
    column.count('corrections', words.corrections, ({ correctionCount }) => correctionCount),
    column.money('overdue', words.overdue, ({ overduePaise }) => overduePaise),
    column.status(
      'state',
      common.state,
      (row) => <StatusTag tone={stateOf(row).tone}>{stateOf(row).word}</StatusTag>,
      (row) => stateOf(row).word,
    ),
  ];
}

function Detail({ report }: { readonly report: Report }) {
  const words = useBureauReportsWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const [isNoting, setIsNoting] = useState(false);
  const { id, asOn, dueOn, isFull, submissions, fetchedAt } = report;
  return (
    <Card
      title={formatDateWithYear(asOn, language)}
      action={
        may(exportBureauReport) ? (
          <FileButton name={words.fileName(asOn)} read={() => readFile(id)} />
        ) : undefined
      }
    >
      <FactList
        facts={[
          { label: words.dueOn, value: formatDateWithYear(dueOn, language) },
          { label: words.kind, value: isFull ? words.full : words.incremental },
          { label: words.accounts, value: String(report.accountCount) },
          { label: words.corrections, value: String(report.correctionCount) },
          { label: words.balance, value: <Money paise={report.balancePaise} decimals="always" /> },
          { label: words.overdue, value: <Money paise={report.overduePaise} decimals="always" /> },
          { label: words.madeAt, value: formatInstant(report.madeAt, language) },
          {
            label: words.fetchedAt,
            value: fetchedAt === null ? words.never : formatInstant(fetchedAt, language),
          },
          ...CREDIT_INFORMATION_COMPANIES.map((company) => {
            const had = submissions.find((one) => one.company === company);
            return {
              label: words.companies[company],
              value: had ? `${had.reference} · ${formatInstant(had.submittedAt, language)}` : words.never,
            };
          }),
        ]}
      />
      <p className="mt-3 text-small text-ink-2">{words.fileText}</p>
      {may(noteBureauSubmission) ? (
        <Button size="medium" className="mt-4" onClick={() => setIsNoting(true)}>
          {words.note}
        </Button>
      ) : null}
      {isNoting ? <NoteDialog key={id} report={report} onClose={() => setIsNoting(false)} /> : null}
    </Card>
  );
}

function NoteDialog({ report, onClose }: { readonly report: Report; readonly onClose: () => void }) {
  const words = useBureauReportsWords();
  const common = useAdminWords();
  const glossary = useGlossary();
  const client = useQueryClient();
  const [chosen, companyField] = useTyped();
  const [typed, referenceField] = useTyped();
  const [isTried, setIsTried] = useState(false);
  const company = oneOf(CREDIT_INFORMATION_COMPANIES, chosen);
  const reference = typed.trim();
  const isMissing = company === undefined || reference === '';
  const sending = useSendOnce({
    mutationFn: () => noteSubmitted(report.id, { company: company ?? 'cibil', reference }),
    onSuccess: () => {
      toast.success(words.noted);
      void adminChanged(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.note}
      description={words.noteText}
      closeLabel={glossary.close}
      cancel={common.cancel}
      submit={words.note}
      pending={common.sending}
      isPending={sending.isPending}
      onSubmit={() => {
        setIsTried(true);
        if (!isMissing) sending.mutate();
      }}
      onClose={onClose}
    >
      <Select
        label={words.company}
        emptyLabel="—"
        options={CREDIT_INFORMATION_COMPANIES.map((value) => ({ value, label: words.companies[value] }))}
        {...companyField}
      />
      <TextField label={words.reference} hint={words.referenceHint} {...referenceField} />
      {isTried && isMissing ? (
        <Notice tone="bad" isLive>
          {words.missing}
        </Notice>
      ) : null}
      <Failed error={sending.error} title={words.failed} />
    </FormDialog>
  );
}
