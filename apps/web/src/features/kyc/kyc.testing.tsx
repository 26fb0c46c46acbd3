import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { beforeKyc } from '../../../test/samples.ts';

const PATH = '/dashboard/kyc-verification';

/** The page of KYC over a network that answers so, with the part about the limit beside it. */
export async function openWith(limit: ReactNode, answers: Answers, query = '') {
  const network = stubNetwork({ 'GET /me': [200, beforeKyc()], ...answers });
  const lazy = async () => {
    const { KycVerification } = await import('./kyc-verification.tsx');
    return { element: <KycVerification limit={limit} /> };
  };
  return { ...network, ...(await openScreen({ path: PATH, lazy }, `${PATH}${query}`)) };
}

export const open = (answers: Answers, query = '') => openWith(undefined, answers, query);

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
