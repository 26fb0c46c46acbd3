// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { EvidenceForm } from './evidence-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given an income without a document, when it is sent, then the document has the focus and says so', async () => {
  stubNetwork({});
  await openScreen({ path: '/proof', element: <EvidenceForm onDone={() => undefined} /> }, '/proof');
  await userEvent.type(screen.getByLabelText('Net monthly income it shows'), '85000');
  await userEvent.click(screen.getByRole('button', { name: 'Send for checking' }));
  const file = screen.getByLabelText('Document');
  expect(document.activeElement).toBe(file);
  expect(file.getAttribute('aria-invalid')).toBe('true');
});
