import { page, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sampleMe } from '../../../../test/samples.ts';

const NOTHING: Answers = {
  'GET /me': [200, sampleMe()],
  'GET /schedule': page([]),
  'GET /payments': page([]),
  'GET /transactions': page([]),
  'GET /cards': page([]),
};

/** Lets the network answer as for a user with a limit who owes nothing, but for what is given. */
export const stubDashboard = (answers: Answers) => stubNetwork({ ...NOTHING, ...answers });

export const showDashboard = () =>
  openScreen({ path: '/dashboard', lazy: () => import('./dashboard.tsx') }, '/dashboard');

/** Both. */
export async function openDashboard(answers: Answers) {
  const network = stubDashboard(answers);
  return { ...network, ...(await showDashboard()) };
}
