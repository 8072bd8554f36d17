export { type LocalMode, startLocalMode } from './local-mode.ts'
export { createMailbox, type Mailbox } from './mailbox.ts'
export { DataFolderInUse, type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts'
