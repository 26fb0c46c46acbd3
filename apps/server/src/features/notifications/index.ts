export { createMessenger, type Message, type Messenger } from './messages.ts';
