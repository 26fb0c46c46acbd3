import type { Camera } from './camera.ts';
import type { People } from './people.ts';

interface Found {
  readonly items: readonly { readonly id: string }[];
}

/** The staff's pages, each list with the detail of its first; where the list is empty, what an address says that is none. */
async function pagesOf({ lead }: People): Promise<Record<string, string>> {
  const first = async (...lists: readonly string[]) => {
    for (const list of lists) {
      const { items } = await lead.call<Found>('GET', `/admin/${list}`);
      if (items[0] !== undefined) return items[0].id;
    }
    return 'nothing-here';
  };
  const [person, debtor, payment, unknown, hardship, approval, review, ticket, difference] =
    await Promise.all([
      first('users?search=aarav@demo.example.in'),
      first('users?isOverdue=true'),
      first('payments?billStatus=paid'),
      first('payments?billStatus=unknown'),
      first('hardships', 'hardships?status=ended'),
      first('approvals'),
      first('kyc/reviews'),
      first('support/messages?status=closed'),
      first('reconciliation'),
    ]);
  return {
    'staff-overview': '/admin',
    'staff-users': '/admin/users',
    'staff-user': `/admin/users/${person}`,
    'staff-user-overdue': `/admin/users/${debtor}`,
    'staff-payments': '/admin/payments',
    'staff-payment': `/admin/payments/${payment}`,
    'staff-payment-unknown': `/admin/payments/${unknown}`,
    'staff-hardships': '/admin/hardships',
    'staff-hardship': `/admin/hardships/${hardship}`,
    'staff-limits': '/admin/limits',
    'staff-limits-owing': '/admin/limits?state=owing',
    'staff-missing': '/admin/approvals/nothing-here',
    'staff-approvals': '/admin/approvals',
    'staff-approval': `/admin/approvals/${approval}`,
    'staff-kyc': '/admin/kyc',
    'staff-kyc-review': `/admin/kyc/${review}`,
    'staff-breaks': '/admin/reconciliation',
    'staff-break': `/admin/reconciliation?break=${difference}`,
    'staff-receipts': '/admin/reconciliation?list=receipts',
    'staff-chargebacks': '/admin/reconciliation?list=chargebacks',
    'staff-settlements': '/admin/reconciliation?list=settlements',
    'staff-support': '/admin/support',
    'staff-ticket': `/admin/support/${ticket}`,
    'staff-settings': '/admin/settings',
    'staff-sentences': '/admin/testimonials',
    'staff-restores': '/admin/restores',
    'staff-books': '/admin/books',
    'staff-audit': '/admin/audit',
  };
}

export async function takeStaff(camera: Camera, people: People): Promise<void> {
  if (!camera.wants('staff-overview')) return;
  await camera.forget();
  await people.lead.enter(camera.page);
  await camera.visitAll(await pagesOf(people));
}

/** The same in Hindi: its words are longer, and each has to be there. */
export async function takeStaffHindi(camera: Camera, people: People): Promise<void> {
  if (!camera.wants('staff-overview-hi')) return;
  await camera.forget();
  await people.lead.enter(camera.page);
  await camera.page.evaluate(() => localStorage.setItem('mohlat-language', 'hi'));
  for (const [name, path] of Object.entries(await pagesOf(people))) await camera.visit(`${name}-hi`, path);
}
