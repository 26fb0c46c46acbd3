export { registerLive } from './live.routes.ts';
