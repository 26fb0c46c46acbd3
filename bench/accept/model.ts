import { randomUUID } from 'node:crypto';

/** One person who went through the product by its public interfaces, with a quote: all others are made after them. */
export interface Model {
  readonly userId: string;
  readonly token: string;
}

const AMOUNT_PAISE = 350_000;
const WAIT_MS = 15_000;

export async function makeModel(serverUrl: string, sandboxUrl: string): Promise<Model> {
  const email = `model-${randomUUID().slice(0, 8)}@example.in`;
  let token = '';
  const call = async <T>(method: string, url: string, body?: object): Promise<T> => {
    const response = await fetch(url, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const api = `${serverUrl}/api/v1`;

  await call('POST', `${serverUrl}/auth/v1/signup`, { email, password: 'a quiet river stone' });
  const otp = await untilCode(() =>
    call('GET', `${sandboxUrl}/control/outbox?to=${encodeURIComponent(email)}`),
  );
  const session = await call<{ access_token: string; user: { id: string } }>(
    'POST',
    `${serverUrl}/auth/v1/verify`,
    {
      type: 'email',
      email,
      token: otp,
    },
  );
  token = session.access_token;
  const pan = 'SBXPA0782A';
  await call('PUT', `${api}/me/onboarding`, {
    fullName: 'Asha Rao',
    pan,
    dateOfBirth: '1990-01-01',
    address: '12 Lake Road, Pune 411001',
    monthlyIncomePaise: 8_500_000,
  });
  await call('POST', `${api}/kyc/pan`, { pan });
  const { sessionId } = await call<{ sessionId: string }>('POST', `${api}/kyc/aadhaar`, {
    aadhaar: '999941057058',
  });
  const consent = { what: 'approve_consent', sessionId };
  const { redirectUrl } = await call<{ redirectUrl: string }>('POST', `${sandboxUrl}/control/act`, consent);
  const state = new URL(redirectUrl).searchParams.get('state');
  await call('POST', `${api}/kyc/aadhaar/${sessionId}/complete`, { state });
  await call('POST', `${api}/credit/assessment`, { consent: true });
  const card = await call<{ id: string }>('POST', `${api}/cards`, {
    cardNumber: '4111111111111111',
    nameOnCard: 'ASHA RAO',
    expiry: '12/39',
    bankName: 'HDFC Bank',
  });
  await call('POST', `${api}/payments/quote`, {
    cardId: card.id,
    amountPaise: AMOUNT_PAISE,
    plan: { kind: 'emi', instalments: 3 },
  });
  return { userId: session.user.id, token };
}

async function untilCode(look: () => Promise<readonly { otp: string | null }[]>): Promise<string> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const code = (await look()).find((mail) => mail.otp)?.otp;
    if (code) return code;
    if (Date.now() > deadline) throw new Error('no mail with a code came');
    await new Promise((done) => setTimeout(done, 50));
  }
}
