import { stdSerializers } from 'pino'

/** What an entry's `error` is written as: its kind, message and stack, which pino by itself does for `err` alone. */
export const LOG_SERIALIZERS = { error: stdSerializers.err }
