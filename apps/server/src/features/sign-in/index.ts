export { createSignIn, SIGN_IN_SEALED } from './sign-in.ts';
