import { readerOf } from '#server/domains/mail/reader.ts'
import { ENGLISH_TEXTS } from './test-platform.ts'

/** A reader of English mails. */
export const ENGLISH_READER = readerOf(ENGLISH_TEXTS, 'en')
