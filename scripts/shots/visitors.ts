import type { Camera } from './camera.ts';
import type { People } from './people.ts';

/** Takes what anybody sees: the public pages, the ways in, an address that does not exist. */
export async function takeVisitor(camera: Camera): Promise<void> {
  const { page } = camera;
  await camera.visitAll({
    landing: '/',
    features: '/features',
    pricing: '/pricing',
    support: '/support',
    'learn-more': '/learn-more',
    about: '/about',
    careers: '/careers',
    blog: '/blog',
    press: '/press',
    faqs: '/faqs',
    contact: '/contact',
    security: '/security',
    terms: '/terms',
    privacy: '/privacy',
    cookies: '/cookies',
    compliance: '/compliance',
    login: '/login',
    signup: '/signup',
    'forgot-password': '/forgot-password',
    'new-password': '/new-password',
    status: '/status',
    'receipt-none': '/receipt',
    'account-closed': '/account-closed',
    'not-found': '/no/such/page',
  });
  if (camera.wants('signup-errors')) {
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await camera.take('signup-errors');
    await page.getByRole('tab', { name: 'Mobile' }).click();
    await camera.take('signup-mobile');
  }
  // The language of a public page is remembered: last.
  await camera.visitAll({ 'landing-hi': '/hi', 'faqs-hi': '/hi/faqs', 'signup-hi': '/signup' });
}

/** Takes what a new person sees: the steps of the onboarding, and empty lists. */
export async function takeNewcomer(camera: Camera, { beginner, newcomer }: People): Promise<void> {
  const { page } = camera;
  await camera.forget();
  await beginner.enter(page);
  await camera.visit('onboarding', '/onboarding');
  await camera.forget();
  await newcomer.enter(page);
  await camera.visitAll({
    'dashboard-new': '/dashboard',
    'pay-before-kyc': '/dashboard/pay-bill',
    'transactions-empty': '/dashboard/transactions',
    'payments-empty': '/dashboard/payments',
    'rewards-empty': '/dashboard/rewards',
    'profile-new': '/dashboard/profile',
    'kyc-pan': '/dashboard/kyc-verification',
    'credit-new': '/dashboard/credit',
  });
  if (!camera.wants('kyc-pan-error')) return;
  await page.goto('/dashboard/kyc-verification');
  await page.getByLabel('PAN number').fill('ABC');
  await page.getByRole('button', { name: 'Continue' }).click();
  await camera.take('kyc-pan-error');
}
