import { user } from '#schema/account.ts'
import { conversation, message } from '#schema/chat.ts'
import { mayHaveUnsent } from '../../data/erase-unsent.ts'
import { tokenMark } from './token-mark.ts'
import { createUnsentDatabase } from './unsent-database.ts'
import type { KeptChat } from './unsent-records.ts'

/**
 * Returns the conversation that was open when the member of this session last used the app; null for none. Another
 * version of the app may have kept it in a form that this one cannot read: then there is none.
 */
export async function recallChat(token: string): Promise<KeptChat | null> {
  if (!(await mayHaveUnsent(() => indexedDB))) return null
  const database = createUnsentDatabase()
  try {
    const [kept, mark] = await Promise.all([database.chat(), tokenMark(token)])
    return kept && kept.tokenMark === mark && fits(kept) ? kept : null
  } finally {
    database.close()
  }
}

const fits = (kept: KeptChat) =>
  user.safeParse(kept.user).success &&
  conversation.safeParse(kept.conversation).success &&
  message.array().safeParse(kept.messages).success
