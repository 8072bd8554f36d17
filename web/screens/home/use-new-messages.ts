import { useEffect, useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { useMember } from '../../hooks/member.tsx'

/** Counts what the partner writes while the chat is set aside. */
export function useNewMessages({ id, partnerId }: Conversation): number {
  const { stream } = useMember()
  const [count, setCount] = useState(0)
  useEffect(() => {
    setCount(0)
    return stream.on('new_chat_message', ({ conversationId, senderId }) => {
      if (conversationId === id && senderId === partnerId) setCount((before) => before + 1)
    })
  }, [stream, id, partnerId])
  return count
}
