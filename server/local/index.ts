export {
  borrowEmbeddedPostgres,
  DataFolderInUse,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
export { type LocalMode, startLocalMode } from './local-mode.ts'
export { createMailbox, type Mailbox } from './mailbox.ts'
export { type PaymentSandbox, startPaymentSandbox, type Webhook } from './payments/index.ts'
