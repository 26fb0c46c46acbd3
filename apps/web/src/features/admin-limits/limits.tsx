import { type AnswerOf, listReinstatements, REINSTATEMENT_STATES } from '@mohlat/contract';
import { useAccountLink } from '../../lib/admin/account-link.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { named, useColumnKinds } from '../../lib/admin/columns.tsx';
import { capitalised, codeWord } from '../../lib/admin/facts.tsx';
import { ListLink } from '../../lib/admin/list-link.tsx';
import { choiceOf, ListPage } from '../../lib/admin/list-page.tsx';
import { listQuery, given, oneOf, useFilters } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { useLimitsWords } from './limits.words.ts';
import { to } from '../../lib/addresses.ts';

type SuspendedLimit = AnswerOf<typeof listReinstatements>['items'][number];

function limitsQuery(state: string) {
  const filters = given({ state: oneOf(REINSTATEMENT_STATES, state) });
  return listQuery('reinstatements', filters, (place, signal) =>
    call(listReinstatements, { query: { ...filters, ...place }, signal }),
  );
}

/** Lists suspended limits. Staff propose a reinstatement from the account, where the whole story is. */
export function Component() {
  const words = useLimitsWords();
  const common = useAdminWords();
  const linkTo = useAccountLink();
  const { values, change } = useFilters(['state']);
  return (
    <ListPage
      title={words.title}
      subtitle={words.subtitle}
      filters={{
        values: { state: values.state || 'ready' },
        onChange: change,
        choices: [choiceOf('state', common.state, REINSTATEMENT_STATES, words.states)],
      }}
      query={limitsQuery(values.state)}
      linkLabel={words.name}
      link={({ account }) => linkTo(account)}
      columns={useColumns()}
      rowKey={({ account }) => account.id}
      empty={values.state === 'owing' ? words.emptyOwing : words.empty}
    />
  );
}

function useColumns(): DenseColumn<SuspendedLimit>[] {
  const words = useLimitsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const column = useColumnKinds();
  return [
    named(column.instant('since', words.since, ({ suspendedAt }) => suspendedAt)),
    named(column.text('why', words.why, ({ hold }) => capitalised(codeWord(codes.creditReasons, hold)))),
    named(column.count('late', words.late, ({ daysPastDue }) => daysPastDue, 'line')),
    named(column.count('disputes', words.disputes, ({ openDisputes }) => openDisputes, 'line')),
    column.money('used', words.used, ({ usedPaise }) => usedPaise),
    named(column.money('limit', words.limit, ({ limitPaise }) => limitPaise, 'end')),
    column.drawn('proposal', words.proposal, ({ openApprovalId }) =>
      openApprovalId === null ? (
        // No dash on a phone: no heading stands over it there.
        <span className="max-md:hidden">{common.nobody}</span>
      ) : (
        <ListLink to={to('/admin/approvals/:id', { id: openApprovalId })}>{words.waits}</ListLink>
      ),
    ),
  ];
}
