import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, type AuditEntry, exportAudit, listAudit } from '@mohlat/contract';
import { AccountLink } from '../../lib/admin/account-link.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { codeWord } from '../../lib/admin/facts.tsx';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import { choiceOf } from '../../lib/admin/list-page.tsx';
import { listQuery, given, oneOf, useFilters } from '../../lib/admin/list.ts';
import { NarrowedLines } from '../../lib/admin/narrowed-lines.tsx';
import { Reference } from '../../lib/admin/reference.tsx';
import { call, callForFile } from '../../lib/api.ts';
import { FileButton } from '../../lib/file-button.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card, FactList, PageHeader } from '../../ui/card.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { AuditDetails } from './details.tsx';
import { useAuditWords } from './audit.words.ts';

export function Component() {
  const words = useAuditWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { values, change } = useFilters(FILTERS);
  return (
    <>
      <PageHeader
        title={words.title}
        subtitle={words.subtitle}
        action={<FileButton name={words.fileName} read={() => auditFile(values)} />}
      />
      <FilterBar
        label={common.filters}
        searchLabel={common.search}
        values={values}
        onChange={change}
        texts={[
          { name: 'from', label: common.from, isDate: true },
          { name: 'to', label: common.to, isDate: true },
        ]}
        choices={[
          {
            name: 'action',
            label: words.what,
            anyLabel: common.any,
            options: AUDIT_ACTIONS.map((value) => ({ value, label: codes.auditActions[value] })).toSorted(
              (a, b) => a.label.localeCompare(b.label),
            ),
          },
          choiceOf('actorKind', words.actorKind, AUDIT_ACTOR_KINDS, codes.actorKinds, common.any),
        ]}
      />
      <NarrowedLines values={values} onChange={change} />
      <ListBeside
        query={auditQuery(values)}
        parameter="row"
        caption={words.title}
        linkLabel={words.what}
        label={({ action }) => codeWord(codes.auditActions, action)}
        columns={useColumns()}
        isExported
        rowKey={({ id }) => id}
        empty={FILTERS.some((name) => values[name] !== '') ? words.emptyFiltered : words.empty}
        detail={(entry) => <Row entry={entry} />}
      />
    </>
  );
}

function useColumns(): DenseColumn<AuditEntry>[] {
  const words = useAuditWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const column = useColumnKinds();
  return [
    column.instant('at', words.at, ({ at }) => at),
    column.text('who', words.who, ({ actor, actorKind }) =>
      actor === null ? codes.actorKinds[actorKind] : (actor.name ?? common.unnamed),
    ),
    column.person('whom', words.whom, ({ subject }) => subject, 'none'),
    column.text('why', words.why, ({ reason }) => reason, 'none'),
  ];
}

function Row({ entry }: { readonly entry: AuditEntry }) {
  const words = useAuditWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { actor, subject } = entry;
  return (
    <Card
      title={codeWord(codes.auditActions, entry.action)}
      description={<span className="text-caption break-all text-ink-3">{entry.action}</span>}
    >
      <FactList
        facts={[
          { label: words.at, value: formatInstant(entry.at, language) },
          {
            label: words.who,
            value: actor === null ? codes.actorKinds[entry.actorKind] : <AccountLink account={actor} />,
          },
          ...(entry.actorRoles.length === 0
            ? []
            : [
                {
                  label: words.roles,
                  value: entry.actorRoles.map((role) => codeWord(common.roles, role)).join(', '),
                },
              ]),
          { label: words.whom, value: <AccountLink account={subject} /> },
          { label: words.object, value: codeWord(codes.auditObjects, entry.objectKind) },
          ...(entry.objectId === null
            ? []
            : [{ label: words.objectId, value: <Reference text={entry.objectId} of={words.objectId} /> }]),
          { label: words.why, value: entry.reason ?? common.nobody },
          { label: words.ip, value: entry.ip ?? common.nobody },
          {
            label: words.request,
            value:
              entry.requestId === null ? (
                common.nobody
              ) : (
                <Reference text={entry.requestId} of={words.request} />
              ),
          },
        ]}
      />
      <AuditDetails details={entry.details} />
    </Card>
  );
}

const FILTERS = ['action', 'from', 'to', 'actorKind', 'actorId', 'subjectId', 'objectId'] as const;
type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const readFilters = (values: Filters) =>
  given({ ...values, actorKind: oneOf(AUDIT_ACTOR_KINDS, values.actorKind) });

function auditQuery(values: Filters) {
  const filters = readFilters(values);
  return listQuery('audit', filters, (place, signal) =>
    call(listAudit, { query: { ...filters, ...place }, signal }),
  );
}

const auditFile = (values: Filters): Promise<Blob> =>
  callForFile(exportAudit, { query: readFilters(values) });
