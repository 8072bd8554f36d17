import { useEffect, useMemo } from 'react'
import type { PageStorage } from '../../data/safe-storage.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import type { ShownMessage } from '../../state/chat/messages.ts'
import type { InstallOffer } from '../../state/install/install-offer.ts'
import { isGoodConversation } from '../../state/install/is-good-conversation.ts'

/** Counts the conversation for the offer to install the app once it is a good one. */
export function useGoodConversation(
  userId: string,
  conversationId: string,
  messages: readonly ShownMessage[],
) {
  const { storage } = useServices()
  const isGood = useMemo(
    () =>
      isGoodConversation(
        messages.filter(({ state }) => state === 'sent'),
        userId,
      ),
    [messages, userId],
  )
  useEffect(() => {
    if (isGood) void withOffer({ storage, userId }, (offer) => offer.note(conversationId))
  }, [isGood, storage, userId, conversationId])
}

/** Returns a function that takes the conversation out of the count. */
export function useForgetConversation(conversationId: string) {
  const { storage, session } = useServices()
  const userId = useStore(session).user?.id
  return () => void (userId && withOffer({ storage, userId }, (offer) => offer.forget(conversationId)))
}

/** Loads the offer, which a chat needs once at most. A failure costs one of the conversations. */
async function withOffer(
  member: { storage: PageStorage; userId: string },
  use: (offer: InstallOffer) => void,
) {
  const module = await import('../../state/install/install-offer.ts').catch(() => null)
  if (module) use(module.createInstallOffer({ ...member, now: () => Date.now() }))
}
