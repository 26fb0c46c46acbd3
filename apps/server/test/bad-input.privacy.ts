const INVALID = [422, 'validation_failed'] as const;

/** Requests that the endpoints about one's own data must refuse. */
export const PRIVACY_CASES = [
  {
    name: 'a consent for an unknown purpose',
    method: 'PUT',
    path: '/me/consents',
    body: { consents: [{ purpose: 'everything', given: true }] },
    expect: INVALID,
    fields: ['consents.0.purpose'],
  },
  {
    name: 'a consent without a yes or no',
    method: 'PUT',
    path: '/me/consents',
    body: { consents: [{ purpose: 'camera' }] },
    expect: INVALID,
    fields: ['consents.0.given'],
  },
  {
    name: 'no consent at all',
    method: 'PUT',
    path: '/me/consents',
    body: {},
    expect: INVALID,
    fields: ['consents'],
  },
  {
    name: 'a preference nobody knows',
    method: 'PUT',
    path: '/me/preferences',
    body: { colour: 'blue' },
    expect: INVALID,
    fields: ['colour'],
  },
  {
    name: 'a language that is not spoken here',
    method: 'PUT',
    path: '/me/preferences',
    body: { language: 'fr' },
    expect: INVALID,
    fields: ['language'],
  },
  {
    name: 'a copy in an unknown format',
    method: 'GET',
    path: '/me/export?format=xml',
    expect: INVALID,
    fields: ['format'],
  },
  {
    name: "a copy of another person's data",
    method: 'GET',
    path: '/me/export?ownerId=0192ab34-0000-7000-8000-000000000001',
    expect: INVALID,
    fields: ['ownerId'],
  },
  {
    name: 'closing an account with another word',
    method: 'DELETE',
    path: '/me',
    body: { confirm: 'yes' },
    expect: INVALID,
    fields: ['confirm'],
  },
  {
    name: 'closing an account that owes money',
    method: 'DELETE',
    path: '/me',
    body: { confirm: 'DELETE' },
    expect: [409, 'money_owed'],
  },
] as const;
