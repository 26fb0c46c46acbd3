import { getStaffMember, type AnswerOf, type EndpointCall } from '@mohlat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { adminKeys } from './keys.ts';

type StaffMember = AnswerOf<typeof getStaffMember>;

export const staffQuery = queryOptions({
  queryKey: adminKeys.staff,
  queryFn: ({ signal }) => call(getStaffMember, { signal }),
  retry: false,
});

/** True where one of the roles may call; the server judges again with every call. */
export function mayCall(
  staff: StaffMember | undefined,
  { roles = [] }: Pick<EndpointCall, 'roles'>,
): boolean {
  return staff !== undefined && roles.some((role) => staff.roles.includes(role));
}

/** The member of staff who is logged in, and the calls that their roles allow. */
export function useStaff() {
  const { data: staff } = useQuery(staffQuery);
  return { staff, may: (endpoint: Pick<EndpointCall, 'roles'>) => mayCall(staff, endpoint) };
}
