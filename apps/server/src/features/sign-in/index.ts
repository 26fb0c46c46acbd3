export type { StartContactChange } from './contact-change.ts';
export { createSignIn, SIGN_IN_SEALED } from './sign-in.ts';
